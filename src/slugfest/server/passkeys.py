"""Passkeys by WebAuthn: questions to a browser, and the checks of its answers.

Every question has a random challenge that the store keeps for five minutes under the guest who asked. It is deleted
when an answer comes, right or wrong, so no answer counts twice, on whichever process it arrives.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import Any, Final

import webauthn
from starlette.requests import Request
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from slugfest.protocol.problems import problem
from slugfest.store import Conflict, Document, DocumentChange
from slugfest.table.people import PasskeyOptions

from .async_store import AsyncStore
from .claims import Claims, NewPasskey
from .hosts import is_address, is_loopback, name_in

VALID: Final = 5 * 60 * 1000  # ms
LONGEST_ID: Final = 1400  # letters of base64url: WebAuthn allows 1023 bytes
SITE: Final = "Slugfest"
REGISTER: Final = "register"
SIGN_IN: Final = "sign in"


def passkey_host(request: Request) -> str:
    """The host name that passkeys made here belong to; empty where browsers offer none: under a mere address."""
    name = name_in(request.headers.get("host", ""))
    return "" if is_address(name) else name


def origins_of(request: Request) -> list[str]:
    """The origins of our own pages on which browsers offer passkeys."""
    host = request.headers.get("host", "").lower()
    plain = [f"http://{host}"] if is_loopback(name_in(host)) else []
    return [f"https://{host}", *plain]


class Passkeys:
    """Asks browsers for passkeys and checks what they answer."""

    def __init__(self, store: AsyncStore, claims: Claims) -> None:
        self._store = store
        self._claims = claims

    async def registration(self, request: Request, guest: str, name: str) -> PasskeyOptions:
        """What a browser needs to make a passkey for a guest."""
        host = self._host(request)
        known = [one for one in await self._claims.passkeys(guest) if one.data["host"] == host]
        options = webauthn.generate_registration_options(
            rp_id=host,
            rp_name=SITE,
            user_name=name,
            user_id=hashlib.sha256(f"slugfest passkey {guest}".encode()).digest(),
            challenge=await self._ask(guest, REGISTER),
            timeout=VALID,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,  # found without a name being typed
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=descriptors(known),
        )
        return PasskeyOptions(options=json.loads(webauthn.options_to_json(options)))

    async def registered(self, request: Request, guest: str, answer: dict[str, Any]) -> NewPasskey:
        """The passkey that a browser has made; raises a refusal unless it answers our question."""
        host, challenge = self._host(request), await self._asked(guest, REGISTER)
        try:
            made = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=host,
                expected_origin=origins_of(request),
            )
        except (WebAuthnException, ValueError) as error:
            raise problem("NO_SUCH_PASSKEY") from error
        key = bytes_to_base64url(made.credential_id)
        if len(key) > LONGEST_ID:
            raise problem("NO_SUCH_PASSKEY")
        synced = made.credential_device_type == CredentialDeviceType.MULTI_DEVICE
        public_key = bytes_to_base64url(made.credential_public_key)
        return NewPasskey(key, public_key, made.sign_count, host, synced)

    async def question(self, request: Request, guest: str) -> PasskeyOptions:
        """What a browser needs to sign somebody in, whoever they are."""
        options = webauthn.generate_authentication_options(
            rp_id=self._host(request),
            challenge=await self._ask(guest, SIGN_IN),
            timeout=VALID,
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return PasskeyOptions(options=json.loads(webauthn.options_to_json(options)))

    async def owner(self, request: Request, guest: str, answer: dict[str, Any]) -> str:
        """Whose passkey answered; raises the same refusal for one that is unknown and one that is wrong."""
        host, challenge = self._host(request), await self._asked(guest, SIGN_IN)
        key = answer.get("id")
        found = await self._claims.passkey(key) if isinstance(key, str) and len(key) <= LONGEST_ID else None
        if found is None or found.data["host"] != host or await self._claims.of(found.owner) is None:
            raise problem("NO_SUCH_PASSKEY")
        try:
            signed = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=host,
                expected_origin=origins_of(request),
                credential_public_key=base64url_to_bytes(found.data["key"]),
                credential_current_sign_count=found.data["count"],
            )
        except (WebAuthnException, ValueError) as error:
            raise problem("NO_SUCH_PASSKEY") from error
        await self._claims.count_use(found, signed.new_sign_count)
        return found.owner

    # ---- challenges ------------------------------------------------------------------------------------------

    def _host(self, request: Request) -> str:
        host = passkey_host(request)
        if not host:
            raise problem("NO_PASSKEYS")
        return host

    async def _ask(self, guest: str, purpose: str) -> bytes:
        """A new challenge in place of an older one for the same purpose."""
        challenge = secrets.token_bytes(32)
        key, data = f"{purpose} {guest}", {"challenge": challenge.hex()}
        until = await self._store.call(lambda store: store.now()) + VALID
        before = await self._store.document("challenges", key)
        version = 0 if before is None else before.version
        try:
            await self._store.write_documents(DocumentChange("challenges", key, version, data, guest, until))
        except Conflict as conflict:
            raise problem("TOO_FAST") from conflict
        return challenge

    async def _asked(self, guest: str, purpose: str) -> bytes:
        """The challenge that an answer must contain. It counts once."""
        found = await self._store.document("challenges", f"{purpose} {guest}")
        if found is None:
            raise problem("NO_SUCH_PASSKEY")
        try:
            await self._store.write_documents(DocumentChange("challenges", found.key, found.version, None))
        except Conflict as conflict:
            raise problem("NO_SUCH_PASSKEY") from conflict
        return bytes.fromhex(found.data["challenge"])


def descriptors(passkeys: Sequence[Document]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.key)) for one in passkeys]
