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
        *[changed(section, strongest) for section in sections if section.part == "what_if"],
        members(parts.get("members"), strongest),
        blind_estimate(parts.get("known"), strongest),
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


def changed(section: Section, level: str) -> Text | None:
    """What another number, or the absence of a card, surely does, or that nothing is sure."""
    figures = at(section, level)
    if section.unit != "difference" or section.fair is None or not figures:
        return None
    values = [
        one
        if one.other_name is None
        else one._replace(
            name=Text(f"{one.name.en}, {one.other_name.en}", f"{one.name.de}, {one.other_name.de}")
        )
        for one in figures
    ]
    values.sort(key=lambda one: -abs(one.value))
    sure = [one for one in values if apart(one, section.fair, len(values))]
    points = Text("wins in a hundred games", "Siege auf hundert Spiele")
    if sure:
        return Text(
            f"{section.title.en}. Surely: {named(sure, section, 'en')} ({points.en}).",
            f"{section.title.de}. Sicher: {named(sure, section, 'de')} ({points.de}).",
        )
    largest = values[0]
    spans = [interval(largest, section.unit, language) for language in ("en", "de")]
    return Text(
        f"{section.title.en}. Nothing that these games could show; the largest is "
        f"{named([largest], section, 'en')}, 95 % interval {spans[0]} ({points.en}).",
        f"{section.title.de}. Nichts, was diese Spiele zeigen; am größten ist "
        f"{named([largest], section, 'de')}, 95-%-Intervall {spans[1]} ({points.de}).",
    )


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
    if all(one.games < ENOUGH for one in figures):
        english.append(f"Fewer than {ENOUGH} games with each are too few to judge anyone.")
        german.append(f"Weniger als {ENOUGH} Spiele mit jedem sind zu wenig, um jemanden zu beurteilen.")
    elif not strong and not weak:
        english.append("Nobody is surely outside 44 to 56 %.")
        german.append("Niemand liegt sicher außerhalb von 44 bis 56 %.")
    maybe = [
        one
        for one in figures
        if one not in strong
        and one not in weak
        and (apart(one, high) if one.value > high else one.value < low and apart(one, low))
    ]
    if strong or weak or maybe:
        price = correction(figures, maybe, section)
        english.append(price.en)
        german.append(price.de)
    return Text(" ".join(english), " ".join(german))


def correction(figures: list[Figure], maybe: list[Figure], section: Section) -> Text:
    """How many rates are judged together, what that costs, and who would stand out alone."""
    many, wider = len(figures), widened(len(figures))
    english = (
        f"All {many} are judged together, with intervals {wider:.1f} times as wide as those in the table (Bonferroni), "
        "because one interval in twenty misses by chance."
    )
    german = (
        f"Alle {many} werden zusammen beurteilt, mit {wider:.1f}-mal so breiten Intervallen wie in der Tabelle "
        "(Bonferroni), weil eins von zwanzig Intervallen zufällig danebenliegt."
    ).replace(".", ",", 1)
    if maybe:
        en, de = named(maybe, section, "en"), named(maybe, section, "de")
        english += f" Looked at alone, these would be outside, too: {en}; more games would tell."
        german += f" Für sich allein lägen auch diese außerhalb: {de}; mehr Spiele würden es zeigen."
    return Text(english, german)


def widened(among: int) -> float:
    """How much wider intervals are if so many figures are judged together."""
    return NormalDist().inv_cdf(1 - 0.025 / among) / SURE


def blind_estimate(section: Section | None, level: str) -> Text | None:
    """A warning if the game's estimate knows less than a guess: chances, lead changes and comebacks rest on it."""
    if section is None or section.fair is None:
        return None
    bad = [one for one in at(section, level) if one.low is not None and one.low > section.fair]
    if not bad:
        return None
    rounds = ", ".join(one.key for one in bad[:MOST]) + (" …" if len(bad) > MOST else "")
    worst = max(bad, key=lambda one: one.value)
    figures = [
        (shown(worst.value, "loss", language), shown(section.fair, "loss", language))
        for language in ("en", "de")
    ]
    return Text(
        f"Careful: between {level} bots the game’s estimate is worse than a blind guess at the start of round "
        f"{rounds} (log loss up to {figures[0][0]}; a guess has {figures[0][1]}). Do not trust chances, lead "
        "changes and comebacks there.",
        f"Vorsicht: Zwischen Bots der Stärke {level} ist die Einschätzung des Spiels zu Beginn von Runde {rounds} "
        f"schlechter als blindes Raten (Log-Verlust bis {figures[1][0]}; Raten hat {figures[1][1]}). Chancen, "
        "Führungswechseln und Aufholjagden ist dort nicht zu trauen.",
    )


def apart(figure: Figure, fair: float, among: int = 1) -> bool:
    """Whether a figure surely differs from what would be even. The more of them are looked at, the wider the interval
    must be (Bonferroni): one in twenty strays by accident."""
    if figure.low is None or figure.high is None or figure.games < ENOUGH:
        return False
    wider = widened(among)
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
    if one.games < ENOUGH:
        return Text(
            f"{one.games} games are too few to say whether beginning helps: {en} of them were won, even would be "
            f"{fair[0]}.",
            f"{one.games} Spiele sind zu wenig, um zu sagen, ob Beginnen nützt: {de} davon wurden gewonnen, "
            f"ausgeglichen wären {fair[1]}.",
        )
    if not apart(one, section.fair):
        return Text(
            f"Beginning is neither an advantage nor a handicap that these games could show: {en} of the games, even "
            f"would be {fair[0]}.",
            f"Dass das Beginnen nützt oder schadet, zeigen diese Spiele nicht: {de} der Siege, ausgeglichen wären "
            f"{fair[1]}.",
        )
    better = one.value > section.fair
    return Text(
        f"The player who begins has {'an advantage' if better else 'a handicap'}: {en} of the games, even would be "
        f"{fair[0]}.",
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
        f"{kind.en} that {level} bots hardly ever use: {named(never, section, 'en')}. That says something about these "
        "bots; whether people or stronger bots would use them, these games cannot show.",
        f"{kind.de}, die Bots der Stärke {level} so gut wie nie benutzen: {named(never, section, 'de')}. Das sagt "
        "etwas über diese Bots; ob Menschen oder stärkere Bots sie benutzen würden, zeigen diese Spiele nicht.",
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
    found = Text(
        "What playing better is worth: "
        + listed([f"{one.name.en} {shown(one.value, 'rate', 'en')}" for one in section.figures], "and")
        + ".",
        "Was besseres Spiel wert ist: "
        + listed([f"{one.name.de} {shown(one.value, 'rate', 'de')}" for one in section.figures], "und")
        + ".",
    )
    figures = [one for one in section.figures if one.value < 0.5 and apart(one, 0.5, len(section.figures))]
    if not figures:
        return found
    return Text(
        f"{found.en} But in {listed([one.name.en for one in figures], 'and')} the bot that counts as the stronger one "
        "loses: --bots names the weakest first, so “stronger” and “weaker” are the wrong way round there.",
        f"{found.de} In {listed([one.name.de for one in figures], 'und')} verliert aber der Bot, der als der stärkere "
        "gilt: --bots nennt den schwächsten zuerst, „stärker“ und „schwächer“ sind dort also vertauscht.",
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
