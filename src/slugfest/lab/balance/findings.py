"""Findings of a report in sentences: only what the intervals support."""

from __future__ import annotations

from statistics import NormalDist

from slugfest.kernel import Text, listed

from .experiment import BalanceExperiment
from .figures import SURE, Figure
from .sections import Section, interval, shown

NEVER = 0.05  # surely used in fewer of the games in which it could be: hardly ever worth it
ENOUGH = 30  # games, before a sentence rests on them
FEW = 3  # of what is most telling
MOST = 6  # names in a sentence


def findings(experiment: BalanceExperiment, levels: list[str], sections: list[Section]) -> list[Text]:
    """The sentences at the top, about games of the strongest bots."""
    if not levels:
        return []
    strongest = levels[-1]
    parts = {section.id: section for section in sections}
    found: list[Text | None] = [
        members(parts.get("members"), strongest),
        start(parts.get("start"), strongest),
        seats(parts.get("seats"), strongest),
        *[unused(section, strongest) for section in sections if section.id.startswith("used-")],
        *[telling(section, strongest) for section in sections if section.id.startswith("gain-")],
        skill(parts.get("skill")),
        draws(parts.get("endings"), strongest),
    ]
    return [sentence for sentence in found if sentence is not None]


def at(section: Section | None, level: str) -> list[Figure]:
    return [] if section is None else [figure for figure in section.figures if figure.level == level]


def named(figures: list[Figure], section: Section, language: str) -> str:
    """Names with their figures, the first few."""
    words = [
        f"{one.name.in_language(language)} ({shown(one.value, section.unit, language)})"
        for one in figures[:MOST]
    ]
    if len(figures) > MOST:
        words.append(f"{len(figures) - MOST} {'more' if language == 'en' else 'weitere'}")
    return listed(words, "and" if language == "en" else "und")


def members(section: Section | None, level: str) -> Text | None:
    """Whoever is surely too strong or too weak, and the span of all."""
    figures = at(section, level)
    if section is None or not figures or section.band is None:
        return None
    low, high = section.band
    strong = [one for one in figures if one.value > high and apart(one, high, len(figures))]
    weak = [one for one in figures if one.value < low and apart(one, low, len(figures))]
    strong.sort(key=lambda one: -one.value)
    weak.sort(key=lambda one: one.value)
    best, worst = max(figures, key=lambda one: one.value), min(figures, key=lambda one: one.value)
    english = [
        (
            f"Between {level} bots win rates run from {shown(worst.value, 'rate', 'en')} ({worst.name.en}) to "
            f"{shown(best.value, 'rate', 'en')} ({best.name.en})."
        )
    ]
    german = [
        (
            f"Zwischen Bots der Stärke {level} reichen die Siegquoten von {shown(worst.value, 'rate', 'de')} "
            f"({worst.name.de}) bis {shown(best.value, 'rate', 'de')} ({best.name.de})."
        )
    ]
    if strong:
        english.append(f"Surely above 56 %: {named(strong, section, 'en')}.")
        german.append(f"Sicher über 56 %: {named(strong, section, 'de')}.")
    if weak:
        english.append(f"Surely below 44 %: {named(weak, section, 'en')}.")
        german.append(f"Sicher unter 44 %: {named(weak, section, 'de')}.")
    if not strong and not weak:
        english.append("Nobody is surely outside 44 to 56 %.")
        german.append("Niemand liegt sicher außerhalb von 44 bis 56 %.")
    return Text(" ".join(english), " ".join(german))


def apart(figure: Figure, fair: float, among: int = 1) -> bool:
    """Whether a figure surely differs from what would be even. The more of them are looked at, the wider the interval
    must be (Bonferroni): one in twenty strays by accident."""
    if figure.low is None or figure.high is None or figure.games < ENOUGH:
        return False
    wider = NormalDist().inv_cdf(1 - 0.025 / among) / SURE
    low = figure.value - wider * (figure.value - figure.low)
    high = figure.value + wider * (figure.high - figure.value)
    return not low <= fair <= high


def start(section: Section | None, level: str) -> Text | None:
    begins = [one for one in at(section, level) if one.key == "begins"]
    if section is None or not begins or section.fair is None:
        return None
    one = begins[0]
    en, de = (
        f"{shown(one.value, 'rate', language)} ({interval(one, 'rate', language)})"
        for language in ("en", "de")
    )
    fair = [shown(section.fair, "rate", language) for language in ("en", "de")]
    if not apart(one, section.fair):
        return Text(
            f"Beginning is neither an advantage nor a handicap that these games could show: {en} of the games, even "
            f"would be {fair[0]}.",
            f"Dass das Beginnen nützt oder schadet, zeigen diese Spiele nicht: {de} der Siege, ausgeglichen wären "
            f"{fair[1]}.",
        )
    better = one.value > section.fair
    return Text(
        f"Whoever begins has {'an advantage' if better else 'a handicap'}: {en} of the games, even would be {fair[0]}.",
        f"Wer beginnt, ist im {'Vorteil' if better else 'Nachteil'}: {de} der Siege, ausgeglichen wären {fair[1]}.",
    )


def seats(section: Section | None, level: str) -> Text | None:
    figures = at(section, level)
    if section is None or not figures:
        return None
    if section.fair is None:
        one = figures[0]
        return Text(
            f"{level.capitalize()} bots beat the game in {shown(one.value, 'rate', 'en')} of the games "
            f"({interval(one, 'rate', 'en')}).",
            f"Bots der Stärke {level} schlagen das Spiel in {shown(one.value, 'rate', 'de')} der Fälle "
            f"({interval(one, 'rate', 'de')}).",
        )
    fair = section.fair
    odd = [one for one in figures if apart(one, fair, len(figures))]
    if not odd:
        return None
    return Text(
        f"Not every seat is alike: {named(odd, section, 'en')}.",
        f"Nicht alle Plätze sind gleich gut: {named(odd, section, 'de')}.",
    )


def unused(section: Section, level: str) -> Text | None:
    """What nobody finds worth using."""
    never = [one for one in at(section, level) if one.high is not None and one.high < NEVER]
    if not never:
        return None
    never.sort(key=lambda one: one.value)
    kind = Text(section.title.en.rpartition(":")[0], section.title.de.rpartition(":")[0])
    return Text(
        f"{kind.en}, hardly ever seen between {level} bots: {named(never, section, 'en')}.",
        f"{kind.de}, zwischen Bots der Stärke {level} so gut wie nie: {named(never, section, 'de')}.",
    )


def telling(section: Section, level: str) -> Text | None:
    """What surely goes along with winning or with losing, the most telling first."""
    there = at(section, level)
    figures = [one for one in there if apart(one, 0.0, len(there))]
    if not figures:
        return None
    good = sorted((one for one in figures if one.value > 0), key=lambda one: -one.value)[:FEW]
    bad = sorted((one for one in figures if one.value < 0), key=lambda one: one.value)[:FEW]
    kind = Text(section.title.en.rpartition(":")[0], section.title.de.rpartition(":")[0])
    english, german = [], []
    if good:
        english.append(f"with winning go {named(good, section, 'en')}")
        german.append(f"zum Gewinnen gehören {named(good, section, 'de')}")
    if bad:
        english.append(f"with losing {named(bad, section, 'en')}")
        german.append(f"zum Verlieren {named(bad, section, 'de')}")
    points = Text("wins in a hundred games", "Siege auf hundert Spiele")
    return Text(
        f"{kind.en}: {'; '.join(english)} ({points.en}).", f"{kind.de}: {'; '.join(german)} ({points.de})."
    )


def skill(section: Section | None) -> Text | None:
    if section is None or not section.figures:
        return None
    return Text(
        "What playing better is worth: "
        + listed([f"{one.name.en} {shown(one.value, 'rate', 'en')}" for one in section.figures], "and")
        + ".",
        "Was besseres Spiel wert ist: "
        + listed([f"{one.name.de} {shown(one.value, 'rate', 'de')}" for one in section.figures], "und")
        + ".",
    )


def draws(section: Section | None, level: str) -> Text | None:
    figures = {one.key: one for one in at(section, level)}
    drawn, limit = figures.get("drawn"), figures.get("limit")
    if drawn is None:
        return None
    english = f"{shown(drawn.value, 'rate', 'en')} of the games are drawn"
    german = f"{shown(drawn.value, 'rate', 'de')} der Spiele enden unentschieden"
    if limit is not None:
        english += f", {shown(limit.value, 'rate', 'en')} reach a limit"
        german += f", {shown(limit.value, 'rate', 'de')} erreichen eine Grenze"
    return Text(f"{english}.", f"{german}.")
