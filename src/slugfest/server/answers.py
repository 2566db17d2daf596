"""Answers over HTTP: what was asked for, or a refusal with a fitting status."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.responses import Response

from slugfest.table import Refusal, problem_of

A_LITTLE_LATER: Final = 5  # seconds until something that passes by itself may have passed

STATUS: Final = {
    "COME_BACK": 503,
    "COOKIE_NEEDED": 403,
    "CROWDED": 503,
    "DAMAGED": 503,
    "FAILED": 500,
    "FOREIGN_PAGE": 403,
    "MATCH_LOST": 410,
    "NEWER": 503,
    "NO_SUCH_GAME": 404,
    "NO_SUCH_LESSON": 404,
    "NO_SUCH_MATCH": 404,
    "NO_SUCH_PAGE": 404,
    "NO_SUCH_TICKET": 410,
    "NOT_ALLOWED": 405,
    "RECORD_LATER": 409,
    "REPLAY_LATER": 409,
    "STORAGE": 503,
    "TOO_FAST": 429,
    "TOO_LARGE": 413,
    "TOO_MANY_GUESTS": 429,
    "TOO_MANY_MATCHES": 429,
    "TOO_MANY_WINDOWS": 429,
    "TOO_SLOW": 408,
    "WRONG_HOST": 421,
}


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, {"cache-control": "no-store"}, "application/json")


def refusal_answer(refusal: Refusal) -> Response:
    response = answer(problem_of(refusal), STATUS.get(refusal.code, 422))
    if response.status_code == 503:
        response.headers["retry-after"] = str(A_LITTLE_LATER)
    return response
