"""Content whose values remember what their reader asks of them (:func:`.content.note`): a form is made of that."""

from __future__ import annotations

from typing import Any, Final

SOURCE: Final = "source"  # where values come from is no value


class Memory:
    """What a reader asked of a value."""

    def __init__(self) -> None:
        self.kind = ""
        self.ranges: list[tuple[int, int]] = []
        self.words: list[str] = []

    def remember(self, kind: str, ranges: list[tuple[int, int]], words: list[str]) -> None:
        self.kind = kind
        self.ranges = [
            (int(low), int(high)) for low, high in ranges
        ]  # which may be values of the content themselves
        self.words = [str(word) for word in words]


class _Number(Memory, int):
    """A number that remembers."""

    def __new__(cls, value: int) -> _Number:
        return int.__new__(cls, value)

    def __init__(self, value: int) -> None:
        super().__init__()


class _Text(Memory, str):
    """A text that remembers."""

    def __new__(cls, value: str) -> _Text:
        return str.__new__(cls, value)

    def __init__(self, value: str) -> None:
        super().__init__()


class _List(Memory, list[Any]):
    """A list that remembers."""

    def __init__(self, values: list[Any]) -> None:
        list.__init__(self, values)
        Memory.__init__(self)


def remembering(node: Any) -> Any:
    """A copy of content whose numbers, texts and lists remember what their reader asks of them."""
    if isinstance(node, dict):
        return {key: value if key == SOURCE else remembering(value) for key, value in node.items()}
    if isinstance(node, list):
        return _List([remembering(value) for value in node])
    if isinstance(node, str):
        return _Text(node)
    return _Number(node) if isinstance(node, int) and not isinstance(node, bool) else node
