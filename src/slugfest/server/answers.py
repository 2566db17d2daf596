"""HTTP responses in JSON: content, or a refusal with a fitting status."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.responses import Response

from slugfest.protocol.problems import status_of
from slugfest.table import Refusal, problem_of

A_LITTLE_LATER: Final = 5  # seconds after which a temporary problem may have passed


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, {"cache-control": "no-store"}, "application/json")


def refusal_answer(refusal: Refusal) -> Response:
    response = answer(problem_of(refusal), status_of(refusal))
    if response.status_code == 503:
        response.headers["retry-after"] = str(A_LITTLE_LATER)
    return response
