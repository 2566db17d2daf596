"""The type variable of all parts: the class of a game's states."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from slugfest.kernel.contract import State

S = TypeVar("S", bound="State")
