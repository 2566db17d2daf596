"""Which games there are: everything installed under the entry-point group ``slugfest.games``.

A package whose game cannot be loaded takes no other game with it: it is left out, :func:`broken_games` says why, and
asking for that game raises the same explanation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Final

from .abi import AbiMismatch, import_again, run_from_sources, second_copy, take_apart, within
from .additions import Additions
from .content import load_toml, read_again, read_instead
from .contract import Game
from .errors import ContentError, Mistake, RecordError, SlugfestError, VariantNeeded
from .facts import forget_declarations
from .older import OLDER, as_it_was, read_older
from .record import Record
from .text import Text
from .variants import CONTENT, MARK, Variant, describe, plain_id, variant_from, variant_of
from .variants import read_variant as read_variant_file

GROUP: Final = "slugfest.games"
READER: Final = "content"  # the module of a game that reads its content
_games: dict[str, Game] = {}
_broken: dict[str, str] = {}  # by name of the entry point: what is wrong, and what to do
_reported: set[str] = set()
_editions: dict[tuple[str, int], Game] = {}  # by id and the last version of the rules that had these numbers
_copies: dict[str, list[ModuleType]] = {}  # by id of a variant: the modules of its copies
_loading: Final = RLock()  # a server opens matches in several threads
_adopted: dict[str, Variant] = {}  # by id of a game: the variant that this process plays in its place


def games() -> dict[str, Game]:
    """All registered games by id, in alphabetical order; those that cannot be loaded are left out."""
    for entry in entry_points(group=GROUP):
        if entry.name not in _games and entry.name not in _broken and entry.name not in _adopted:
            _load(entry)
    return dict(sorted(_games.items()))


def game(name: str) -> Game:
    """One game by its id, or a refusal that lists the games there are, or says why this one cannot be loaded."""
    if name in _games:  # to look through all that is installed takes a while
        return _games[name]
    if name in _adopted:
        raise Mistake(
            Text(
                f"this process plays {describe(_adopted[name].id)} in the place of {name}",
                f"dieser Prozess spielt {describe(_adopted[name].id, 'de')} anstelle von {name}",
            )
        )
    found = games()
    if name in found:
        return found[name]
    if name in _broken:
        raise SlugfestError(_broken[name])
    raise no_such_game(name, found)


def no_such_game(name: str, found: Iterable[str]) -> Mistake:
    """The error for a game that is not among those found. For a variant it says which file is needed."""
    if MARK not in name:
        installed = ", ".join(found) or ""
        return Mistake(
            Text(
                f"there is no game {name!r}; installed are {installed or 'none'}",
                f"das Spiel {name!r} gibt es nicht; installiert sind {installed or 'keine'}",
            )
        )
    changed = [known for known in found if known.rpartition(".")[0] == name.rpartition(".")[0]]
    en, de = "", ""
    if changed:
        en = f" (here is {describe(changed[0])}, which is not the same)"
        de = f" (hier ist {describe(changed[0], 'de')}, und das ist nicht dieselbe)"
    return VariantNeeded(
        Text(
            f"this needs {describe(name)}{en}: name its file with --variant FILE",
            f"dafür braucht es {describe(name, 'de')}{de}: Nenn ihre Datei mit --variant DATEI",
        )
    )


def broken_games() -> dict[str, str]:
    """The installed games that cannot be loaded: by name, what is wrong with each and what to do about it."""
    games()
    return dict(sorted(_broken.items()))


def report_broken_games(report: Callable[[str], None]) -> None:
    """Report every game that cannot be loaded, each once in the life of this process."""
    for name, fault in broken_games().items():
        if name not in _reported:
            _reported.add(name)
            report(fault)


def register(new: Game) -> Game:
    """Add a game by hand: for a game under construction, and for tests."""
    if not isinstance(new, Game):
        raise SlugfestError(f"{new!r} is not a Game")
    _games[new.id] = new
    return new


def is_registered(known: Game) -> bool:
    """Whether :func:`game` finds this very object, or the registry loaded it as an older edition."""
    return _games.get(known.id) is known or any(known is old for old in _editions.values())


# ---- variants --------------------------------------------------------------------------------------------------------


def variant(
    game: str,
    changes: dict[str, Any],
    name: Text | str = "",
    content: dict[str, Any] | None = None,
    additions: Additions | None = None,
) -> Variant:
    """A variant of an installed game, by places and values: ``{"klonk.attack": 5}``, and by new entries of its lists;
    of its own content file, or of what is given instead."""
    return variant_of(game, changes, content_file(game), name, content=content, additions=additions)


def read_variant(path: Path) -> Variant:
    """The variant that a file describes."""
    return read_variant_file(path, content_file)


def add_variant(new: Variant) -> Game:
    """The game with a variant's content, beside the game itself: a second copy of its package, run from its sources.

    Where nothing else of the game is needed, :func:`adopt_variant` keeps the speed of a compiled one.
    """
    with _loading:
        if new.id not in _games:
            game(new.game)
            data = new.data(load_toml(content_file(new.game)))
            try:
                copy, modules = _copied(new.game, data, new.file)
            except ContentError as error:
                raise new.locate(error, data) from error
            _copies.setdefault(new.id, []).extend(modules)
            register(_named(copy, new))
        return _games[new.id]


def try_copy(game: str, data: dict[str, Any], called: str) -> None:
    """Check that an installed game can be loaded with these data in place of its file; the copy is discarded."""
    with _loading:
        take_apart(_copied(game, data, called)[1])
        forget_declarations()


def _copied(game: str, data: dict[str, Any], called: str) -> tuple[Game, list[ModuleType]]:
    """A second copy of an installed game that has read these data, and its modules."""
    entry, package, file = _home(game)
    modules: list[ModuleType] = []

    def load() -> object:
        found, copied = second_copy(package, entry.load)
        modules.extend(copied)
        return found

    return _loaded(called, file, data, load), modules


def read_content(game: str, data: dict[str, Any], called: str) -> None:
    """Let an installed game read these data as its content, without loading the rest of it: that takes a tenth of the
    time. A game whose content is read elsewhere than in its module ``content`` is loaded whole."""
    with _loading:
        _, package, file = _home(game)
        read_instead(file, called, data)
        try:
            import_again(package, file.parent, READER)
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{READER}":
                raise
        finally:
            read = read_again(file)
    if not read:
        try_copy(game, data, called)


def game_of_record(record: Record) -> Game:
    """The game that a record is of. A variant that nobody has loaded comes with its record."""
    try:
        return game(record.game)
    except VariantNeeded:
        if record.variant is None:
            raise
        try:
            brought = variant_from(record.variant)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise RecordError(f"the variant in this record is damaged: {error!r}") from error
        if brought.id != record.game:
            raise RecordError(f"the record is of {record.game}, but has brought {brought.id}") from None
        return add_variant(brought)


def forget_variant(id: str) -> None:
    """Take a variant out of the games of this process; what is played with it goes on."""
    if MARK in id and plain_id(id) not in _adopted:
        _games.pop(id, None)
        _copies.pop(id, None)


def unload_variant(id: str) -> None:
    """Unload a variant that nobody plays any more, and free its memory."""
    with _loading:
        modules = _copies.get(id, [])
        forget_variant(id)
        for known in [known for known in _editions if known[0] == id]:
            del _editions[known]
        take_apart(modules)
        forget_declarations()


def adopt_variant(new: Variant) -> Game:
    """Let this process play a variant in the place of the game itself. Only possible before that was first loaded:
    numbers of the content become constants of the engine when it is imported, compiled or not."""
    if new.id not in _games:
        entry, _, file = _home(new.game)
        if not may_adopt(new.game):
            raise SlugfestError(
                f"{new.game} is loaded already: too late to play {describe(new.id)} in its place"
            )
        data = new.data(load_toml(file))
        _adopted[new.game] = new
        try:
            register(_named(_loaded(new.file, file, data, entry.load), new))
        except ContentError as error:
            raise new.locate(error, data) from error
    return _games[new.id]


def may_adopt(game: str) -> bool:
    """Whether nothing of an installed game has been loaded yet."""
    package = _home(game)[1]
    return not any(within(name, package) for name in sys.modules)


def adopted(played: Game) -> bool:
    """Whether this process plays a variant in the place of the game itself."""
    return played.variant is not None and played.variant.game in _adopted


def edition(of: Game, version: int) -> Game:
    """The game with the numbers that it had by an older version of its rules (:mod:`.older`): a second copy of its
    package, run from its sources. It keeps the game's id, since what it plays says which version it follows.

    It is loaded when something of that version is first read, so that nobody else pays for it.
    """
    with _loading:
        today = of.today or of
        file = content_file(today.id)
        older = read_older(file)
        last = min((known for known in older if known >= version), default=0)
        if not last:
            raise ContentError(OLDER, "edition", f"there is none of version {version} of {today.plain_id}")
        if (today.id, last) not in _editions:
            data = as_it_was(load_toml(file), older, last)
            if today.variant is not None:
                data = today.variant.data(data)
            called = f"{CONTENT} of {today.id} with {OLDER}"
            copy, modules = _copied(today.id, data, called)
            if today.id in _copies:
                _copies[today.id].extend(modules)
            copy.id, copy.name, copy.variant, copy.today = today.id, today.name, today.variant, today
            copy.numbers_since = max((known + 1 for known in older if known < last), default=0)
            _editions[today.id, last] = copy
        return _editions[today.id, last]


def content_file(game: str) -> Path:
    """Where an installed game has its content. Nothing of it is imported for that."""
    return _home(game)[2]


def _home(game: str) -> tuple[EntryPoint, str, Path]:
    """The entry point of an installed game, its package and its content file."""
    found = list(entry_points(group=GROUP, name=plain_id(game)))
    if not found:
        raise no_such_game(game, sorted(entry.name for entry in entry_points(group=GROUP)))
    first, *rest = found[0].module.split(".")
    spec = find_spec(first)
    folder = Path(spec.origin).parent if spec is not None and spec.origin else Path()
    package = first
    for part in rest:
        if not (folder / part).is_dir():
            break
        folder, package = folder / part, f"{package}.{part}"
    if not (folder / CONTENT).is_file():
        raise Mistake(
            Text(
                f"{game} has no {CONTENT}, so there are no variants of it",
                f"{game} hat keine {CONTENT}, also gibt es keine Varianten davon",
            )
        )
    return found[0], package, folder / CONTENT


def _named(loaded: Game, new: Variant) -> Game:
    """A game just loaded with a variant's content, under its own id and name."""
    loaded.id, loaded.variant = new.id, new
    if new.content is not None:  # its numbers are those of the file, by whatever version of the rules
        loaded.numbers_since = 0
    loaded.name = Text(f"{loaded.name.en} – {new.name.en}", f"{loaded.name.de} – {new.name.de}")
    return loaded


def _loaded(called: str, file: Path, data: dict[str, Any], load: Callable[[], object]) -> Game:
    """Load a game that reads these data in place of its file, and see that it did; errors are said to stand in what is
    ``called`` so."""
    read_instead(file, called, data)
    try:
        loaded = load()
    finally:
        read = read_again(file)
    if not read:
        raise ContentError(called, "file", "the game does not read it when it is loaded (kernel.Content)")
    if not isinstance(loaded, Game):
        raise SlugfestError(f"{loaded!r} is not a Game")
    return loaded


# ---- loading ---------------------------------------------------------------------------------------------------------


def _load(entry: EntryPoint) -> None:
    try:
        try:
            register(entry.load())
        except AbiMismatch:  # it was compiled, and for another engine
            run_from_sources(entry.module.partition(".")[0])
            register(entry.load())
    except (Exception, SystemExit) as error:  # a plugin may do anything when it is imported
        _broken[entry.name] = fault_of(entry, error)


def fault_of(entry: EntryPoint, error: BaseException, what: str = "game") -> str:
    """Which package brings the game (or whatever else it is), what happened, where, and what to do."""
    package = entry.dist.name if entry.dist is not None else ""
    origin = f" of the package {package} {entry.dist.version}" if entry.dist is not None else ""
    remove = f" (pip uninstall {package})" if package else ""
    return (
        f"the {what} {entry.name!r}{origin} cannot be loaded from {entry.value}:"
        f" {type(error).__name__}: {error}{_place(error)}."
        f" Mend or update that package, or remove it{remove}; all other {what}s work without it."
    )


def _place(error: BaseException) -> str:
    """The last line of imported code that the error passed through, if it came from there at all."""
    trace = error.__traceback__
    importing = False
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            importing = True
        elif importing:
            place = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place
