"""The process of one installed bot: ``python -m slugfest.bots.host NAME``. :mod:`.hosted` is the other side.

The bot is imported here and nowhere else. Its standard input is empty and what it prints goes to standard error, so
neither disturbs the conversation. A second process, forked before the bot is imported, watches whether Slugfest still
holds the other end of the pipe; if not, it kills the whole process group, whatever the bot does meanwhile.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, BinaryIO, Final

from slugfest.kernel import (
    Facts,
    Game,
    Rng,
    SlugfestError,
    add_variant,
    adopt_variant,
    fault_of,
    may_adopt,
    register,
    variant_from,
)
from slugfest.kernel import game as installed_game

from .bot import Bot, Idea
from .fair import perspective_from
from .pipes import MARK, end_marked

GROUP: Final = "slugfest.bots"
_LONGEST_ERROR: Final = 500


def main() -> None:
    name = sys.argv[1]
    questions, answers = private_streams()
    die_with_slugfest(questions)
    kind: Any = None
    try:
        kind = load(name)
        write(answers, describe(kind))
    except (Exception, SystemExit) as error:  # a plugin may do anything when it is imported
        write(answers, {"broken": fault_of(found(name), error, "bot")})
        return
    host = Host(kind)
    for line in questions:
        try:
            answer = host.answer(json.loads(line))
        except Exception as error:  # it may raise anything when it plays
            answer = {"error": f"{type(error).__name__}: {error}"[:_LONGEST_ERROR]}
        write(answers, answer)


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Our ends of the conversation, out of the bot's way."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return questions, answers


def die_with_slugfest(questions: BinaryIO) -> None:
    """Let a process of its own kill the group when nobody holds the other end of the pipe any more."""
    if not hasattr(os, "fork") or not hasattr(select, "poll"):
        return
    if os.fork():
        return
    ours = questions.fileno()
    os.closerange(0, ours)  # the end of the bot must show as the end of its output
    os.closerange(ours + 1, ours + 64)
    watch = select.poll()
    watch.register(ours, 0)  # nothing but the end of the connection
    watch.poll()
    end_marked(os.environ.get(MARK, ""))  # helpers that have left the group
    os.killpg(0, signal.SIGKILL)


def write(answers: BinaryIO, answer: Facts) -> None:
    answers.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
    answers.flush()


def load(name: str) -> Any:
    """The kind of bot that is installed under a name."""
    from .registry import imported

    return imported(found(name))


def found(name: str) -> EntryPoint:
    [entry, *_] = entry_points(group=GROUP, name=name)
    return entry


def describe(kind: Any) -> Facts:
    """What the other side needs to know of a kind of bot."""
    from .registry import INSTEAD

    options = [option for option in kind.all_options() if option.key != INSTEAD]
    return {
        "about": kind.about.as_json(),
        "options": [option.as_json() for option in options],
        "games": kind.games_played(),
        "version": kind.version,
    }


class Host:
    """Answers questions with one bot."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._game: Game | None = None
        self._bot: Bot | None = None

    def answer(self, asked: Facts) -> Facts:
        if "make" in asked:
            self._game = find_game(asked["make"])
            made = self._kind.make(self._game, asked["options"])
            if not isinstance(made, Bot):
                raise SlugfestError(f"the bot {self._kind.name!r} makes {made!r}, which is not a Bot")
            self._bot = made
            return {"made": True}
        assert self._game is not None
        assert self._bot is not None
        perspective, rng = perspective_from(asked, self._game), Rng(asked["chance"])
        if asked["ask"] == "choose":
            return {"move": int(self._bot.choose(perspective, rng))}
        if asked["ask"] == "explain":
            return {**self._bot.explain(perspective, [Idea(*idea) for idea in asked["ideas"]]).as_json()}
        return {
            "ideas": [
                [int(idea.move), int(idea.visits), float(idea.value), float(idea.probability)]
                for idea in self._bot.consider(perspective, rng)
            ]
        }


def find_game(asked: Facts) -> Game:
    """The game that :func:`~.hosted.game_document` describes."""
    if asked["variant"] is not None:
        variant = variant_from(asked["variant"])
        return adopt_variant(variant) if may_adopt(variant.game) else add_variant(variant)
    try:
        return installed_game(asked["id"])
    except SlugfestError:
        if not asked["name"]:
            raise
        made = getattr(import_module(asked["module"]), asked["name"])  # a game under construction
        return register(made)


if __name__ == "__main__":
    main()
