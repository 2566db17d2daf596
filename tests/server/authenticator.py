"""A software authenticator: makes passkeys and signs with them, as a browser would answer."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

Facts = dict[str, Any]

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey."""

    def __init__(self, origin: str, counts: bool = True) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._step = int(counts)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: Facts, **changes: Any) -> Facts:
        """Answer the options of a registration."""
        numbers = self._key.public_key().public_numbers()
        public = {
            1: 2,
            3: -7,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=self._client("webauthn.create", options, **changes),
            attestationObject=attestation,
        )

    def sign(self, options: Facts, **changes: Any) -> Facts:
        """Answer the options of a sign-in."""
        self.count += self._step
        client = self._client("webauthn.get", options, **changes)
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: Facts, **changes: Any) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told | changes).encode()

    def _answer(self, **response: bytes) -> Facts:
        name = bytes_to_base64url(self.id)
        told = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": told}
