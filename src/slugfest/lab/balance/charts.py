"""Charts of a report's sections, drawn by Vega-Altair without a browser: pictures for the page, and for documents.

Needs the extra ``slugfest[lab]``. Every strength of bots has a colour and a shape of its own; a heat map has the number
in every cell. Colours stand in the picture by name (CSS variables), so that the page decides on light and dark.
"""

from __future__ import annotations

import io
import json
import math
import re
import struct
import textwrap
import zlib
from typing import Any, Final

from slugfest.kernel import Text

from .figures import Figure
from .sections import Section

WIDTH: Final = 350  # of a whole chart: fits a phone without being made smaller
MOST_TICKS: Final = 8  # of the axis of a line
MOST: Final = 8  # rows at either end of a long list
LABELS: Final = 145  # room for names
LINE: Final = 22  # letters of them in a line
CELL: Final = 34
STEP: Final = 13  # height of one mark; a row has one for each strength

SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3])
# What is drawn in these colours is given to the page by name. No two may be alike.
INK, QUIET, GRID, BAND = "#1b1712", "#5e564c", "#d8cfbf", "#efe3c2"
LEVELS: Final = ("#1f6fb2", "#b3490f", "#2c7a3f", "#7b3fa0", "#a0123c", "#5b6a00")
NAMED: Final = {INK: "ink", QUIET: "quiet", GRID: "grid", BAND: "band"} | {
    colour: f"level-{number}" for number, colour in enumerate(LEVELS, 1)
}
# Of a heat map: the same by day and by night, with print that is readable on all of them.
LOW, MIDDLE, HIGH, PRINT = "#f0a35e", "#fbf7ee", "#7fb4e3", "#141210"


def lab_installed() -> bool:
    """Whether charts can be drawn."""
    try:
        import altair  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError:
        return False
    return True


def svg(section: Section, levels: list[str], language: str) -> str:
    """A section's chart for the page, or nothing where numbers say it better."""
    chart = drawn(section, levels, language)
    if chart is None:
        return ""
    sheet = io.StringIO()
    chart.save(sheet, format="svg")
    picture = sheet.getvalue()
    for colour, name in NAMED.items():
        picture = re.sub(f'(fill|stroke)="{colour}"', rf'\1="var(--{name})"', picture)
    picture = picture[picture.index("<svg") :]
    return re.sub(r' xmlns:xlink="[^"]*"| xmlns="[^"]*"', "", picture, count=2)


def png(section: Section, levels: list[str], language: str) -> bytes | None:
    """A section's chart for a document."""
    chart = drawn(section, levels, language, paper=True)
    if chart is None:
        return None
    sheet = io.BytesIO()
    chart.save(sheet, format="png", scale_factor=2)
    return smaller(sheet.getvalue())


def smaller(picture: bytes) -> bytes:
    """The same PNG, packed better: it is a third of what it was drawn as."""
    parts, packed, place = [picture[:8]], b"", 8
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        kind, end = picture[place + 4 : place + 8], place + 12 + length
        if kind == b"IDAT":
            packed += picture[place + 8 : end - 4]
        else:
            if kind == b"IEND":
                chunk = b"IDAT" + zlib.compress(zlib.decompress(packed), 9)
                parts.append(struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)))
            parts.append(picture[place:end])
        place = end
    return b"".join(parts)


def drawn(section: Section, levels: list[str], language: str, paper: bool = False) -> Any:
    """The chart of a section; in a document it carries its title and number of games itself."""
    if section.drawing == "none" or not section.figures:
        return None
    draw = {"dots": dots, "lines": lines, "heat": heat}[section.drawing]
    chart = draw(section, levels, language)
    if paper:
        import altair as alt

        title = section.title.in_language(language)
        games = counted(section, language)
        chart = chart.properties(
            title=alt.TitleParams(title, subtitle=games, anchor="start", offset=10), background="white"
        )
    return chart.configure(
        font="Arial, Helvetica, sans-serif",
        background="white" if paper else "transparent",
        padding={"left": 18, "right": 8, "top": 4, "bottom": 4},
    ).configure_view(stroke=None)


def counted(section: Section, language: str) -> str:
    """How many games are behind a chart, and what its lines mean."""
    fewest, most = min(one.games for one in section.figures), section.games
    count = f"{fewest}–{most}" if fewest < most else str(most)
    if section.drawing == "heat":
        words = Text(
            f"{count} games a cell; ± is half of the 95 % interval",
            f"{count} Spiele je Feld; ± ist das halbe 95-%-Intervall",
        )
    else:
        words = Text(
            f"{count} games a mark; lines are 95 % intervals",
            f"{count} Spiele je Zeichen; Linien sind 95-%-Intervalle",
        )
    if section.drawing == "dots" and len(section.names()) > 2 * MOST:
        rows = len(section.names())
        words = Text(
            f"{words.en}; the first {MOST} and the last {MOST} of {rows}, all under “All numbers”",
            f"{words.de}; die ersten {MOST} und die letzten {MOST} von {rows}, alle unter „Alle Zahlen“",
        )
    return words.in_language(language)


def ends(section: Section, levels: list[str]) -> list[str]:
    """The keys that are drawn: all, or of a long list both ends as the strongest bots have them."""
    keys = list(section.names())
    strongest = [level for level in levels if level in section.levels()][-1:]
    values = {one.key: one.value for one in section.figures if [one.level] == strongest or not strongest}
    if section.id not in ("seats", "start", "endings", "comebacks", "decided", "skill"):
        keys.sort(key=lambda key: -values.get(key, 0.0))
    return keys if len(keys) <= 2 * MOST else [*keys[:MOST], *keys[-MOST:]]


def axis(section: Section, language: str, title: str | None) -> Any:
    import altair as alt

    expression = {
        "rate": "format(datum.value * 100, '.0f') + ' %'",
        "difference": "datum.value == 0 ? '0' : replace(format(datum.value * 100, '+.0f'), '-', '−')",
        "loss": "format(datum.value, '.1f')",
        "number": "datum.label",
    }[section.unit]
    if language == "de" and section.unit == "loss":
        expression = f"replace({expression}, '.', ',')"
    return alt.Axis(
        title=title,
        labelExpr=expression,
        tickCount=4,
        labelColor=QUIET,
        titleColor=QUIET,
        gridColor=GRID,
        domainColor=GRID,
        tickColor=GRID,
    )


def marks(section: Section, levels: list[str]) -> tuple[list[str], Any, Any, Any]:
    """The strengths of a section, with colour, shape and dash of each."""
    import altair as alt

    there = [level for level in levels if level in section.levels()] or section.levels()
    legend = (
        alt.Legend(
            title=None,
            orient="top",
            labelColor=INK,
            symbolSize=60,
            symbolOpacity=1,
            symbolStrokeWidth=0,  # an outline would be dashed like the line, and the mark look broken
            columns=columns_for(there),
            labelLimit=WIDTH - 40,
        )
        if len(there) > 1
        else None
    )
    colours = [
        LEVELS[(levels.index(one) if one in levels else number) % 6] for number, one in enumerate(there)
    ]
    shapes = [
        SHAPES[(levels.index(one) if one in levels else number) % 6] for number, one in enumerate(there)
    ]
    dashes = [
        DASHES[(levels.index(one) if one in levels else number) % 6] for number, one in enumerate(there)
    ]
    colour = alt.Color("level:N", scale=alt.Scale(domain=there, range=colours), legend=legend, sort=there)
    shape = alt.Shape("level:N", scale=alt.Scale(domain=there, range=shapes), legend=legend, sort=there)
    dash = alt.StrokeDash("level:N", scale=alt.Scale(domain=there, range=dashes), legend=None, sort=there)
    return there, colour, shape, dash


def columns_for(names: list[str]) -> int:
    """In how many columns names stand whole in a legend."""
    widest = 30 + 7 * max(len(name) for name in names)
    return max(1, min(3, (WIDTH - 20) // widest))


def wrapped(name: str) -> str:
    """A long name in lines that fit beside a chart."""
    return "\n".join(textwrap.wrap(name, LINE, max_lines=2, placeholder=" …")) if len(name) > LINE else name


def data(figures: list[Figure], language: str, wrap: bool = False) -> Any:
    import altair as alt

    return alt.InlineData(
        values=[
            {
                "name": wrapped(one.name.in_language(language)) if wrap else one.name.in_language(language),
                "level": one.level,
                "value": one.value,
                "low": one.value if one.low is None else one.low,
                "high": one.value if one.high is None else one.high,
                "at": one.at,
            }
            for one in figures
        ]
    )


def span(section: Section, figures: list[Figure]) -> list[float]:
    """From where to where the numbers go, with what is fair in sight."""
    values = [value for one in figures for value in (one.low, one.high, one.value) if value is not None]
    values += [section.fair] if section.fair is not None else []
    values += list(section.band or ())
    low, high = min(values), max(values)
    room = 0.04 * (high - low or 1)
    low, high = low - room, high + room
    if section.unit == "rate":
        low, high = max(0.0, low), min(1.0, high)
    if section.unit == "loss" or (section.unit == "rate" and low < 0.15):
        low = 0.0
    return [low, high]


def dots(section: Section, levels: list[str], language: str) -> Any:
    """One row for each name, one mark for each strength, with its interval."""
    import altair as alt

    keys = ends(section, levels)
    figures = [one for one in section.figures if one.key in keys]
    names = section.names()
    order = [wrapped(names[key].in_language(language)) for key in keys]
    there, colour, shape, _ = marks(section, levels)
    scale = alt.Scale(domain=span(section, figures), nice=False, zero=False)
    rows = alt.Y(
        "name:N",
        sort=order,
        axis=alt.Axis(
            title=None,
            labelLimit=LABELS,
            labelColor=INK,
            domain=False,
            ticks=False,
            labelFontSize=11,
            labelPadding=9,
            labelExpr="split(datum.label, '\\n')",
        ),
    )
    offset = alt.YOffset("level:N", sort=there)
    base = alt.Chart(data(figures, language, wrap=True))
    x = alt.X("value:Q", scale=scale, axis=axis(section, language, None))
    layers = []
    if section.band is not None:
        band = alt.InlineData(values=[{"from": section.band[0], "to": section.band[1]}])
        layers.append(alt.Chart(band).mark_rect(color=BAND).encode(x=alt.X("from:Q", scale=scale), x2="to:Q"))
    if section.fair is not None:
        fair = alt.InlineData(values=[{"fair": section.fair}])
        layers.append(
            alt.Chart(fair)
            .mark_rule(color=QUIET, strokeDash=[4, 3])
            .encode(x=alt.X("fair:Q", scale=scale, title=None))
        )
    layers.append(
        base.mark_rule(strokeWidth=2).encode(
            y=rows, yOffset=offset, x=alt.X("low:Q", scale=scale, title=None), x2="high:Q", color=colour
        )
    )
    layers.append(
        base.mark_point(filled=True, size=55, opacity=1).encode(
            y=rows, yOffset=offset, x=x, color=colour, shape=shape
        )
    )
    wide = max((len(line) for name in order for line in name.split("\n")), default=0)
    labels = min(LABELS, 7 * wide + 10)
    least = 28 if any("\n" in name for name in order) else 18
    return alt.layer(*layers).properties(
        width=WIDTH - labels - 26, height=alt.Step(max(STEP * len(there), least), **{"for": "position"})
    )


def lines(section: Section, levels: list[str], language: str) -> Any:
    """A line for each strength, with its interval as a band."""
    import altair as alt

    _, colour, shape, dash = marks(section, levels)
    figures = section.figures
    scale = alt.Scale(domain=span(section, figures), nice=False, zero=False)
    base = alt.Chart(data(figures, language))
    x = alt.X(
        "at:Q",
        axis=alt.Axis(
            **ticks(section, language),
            title=section.axis.in_language(language),
            labelColor=QUIET,
            titleColor=QUIET,
            grid=False,
            domainColor=GRID,
            tickColor=GRID,
        ),
        scale=alt.Scale(nice=False, zero=False, padding=6),
    )
    y = alt.Y("value:Q", scale=scale, axis=axis(section, language, None))
    layers = [
        base.mark_area(opacity=0.16).encode(
            x=x, y=alt.Y("low:Q", scale=scale, title=None), y2="high:Q", color=colour
        ),
        base.mark_line(strokeWidth=2).encode(x=x, y=y, color=colour, strokeDash=dash),
        base.mark_point(filled=True, size=40, opacity=1).encode(x=x, y=y, color=colour, shape=shape),
    ]
    if section.fair is not None:
        fair = alt.InlineData(values=[{"fair": section.fair}])
        layers.append(
            alt.Chart(fair)
            .mark_rule(color=QUIET, strokeDash=[4, 3])
            .encode(y=alt.Y("fair:Q", scale=scale, title=None))
        )
    return alt.layer(*layers).properties(width=WIDTH - 60, height=200)


def ticks(section: Section, language: str) -> dict[str, Any]:
    """Where the axis of a line has ticks, and what they say: what was played, by its name; otherwise whole numbers."""
    names = {one.at: one.name.in_language(language) for one in section.figures}
    if section.part == "what_if" and len(names) <= MOST_TICKS:
        words = json.dumps({f"{at:g}": name for at, name in names.items()})
        return {"values": list(names), "labelExpr": f"({words})[datum.value]"}
    low, high = min(names), max(names)
    step = max(1, math.ceil((high - low) / MOST_TICKS))
    return {"values": list(range(math.ceil(low), math.floor(high) + 1, step)), "format": "d"}


def heat(section: Section, levels: list[str], language: str) -> Any:
    """A cell for each pair, with its number in it."""
    import altair as alt

    figures = section.figures
    names = section.names()
    order = [name.in_language(language) for name in names.values()]
    values = [
        {
            "name": one.name.in_language(language),
            "other": (one.other_name or one.name).in_language(language),
            "value": one.value,
            "label": f"{100 * one.value:{'.0f' if section.unit == 'rate' else '+.0f'}}".replace("-", "−"),
            "sure": "" if one.low is None or one.high is None else f"±{50 * (one.high - one.low):.0f}",
        }
        for one in figures
    ]
    seen = list(dict.fromkeys(str(value["other"]) for value in values))
    columns = [name for name in order if name in seen] or seen
    middle = 0.5 if section.unit == "rate" else 0.0
    far = max(0.15, *(abs(one.value - middle) for one in figures))
    base = alt.Chart(alt.InlineData(values=values)).encode(
        y=alt.Y(
            "name:N",
            sort=order,
            axis=alt.Axis(title=None, labelLimit=110, labelColor=INK, domain=False, ticks=False),
        ),
        x=alt.X(
            "other:N",
            sort=columns,
            axis=alt.Axis(
                title=None,
                orient="top",
                labelAngle=-60 if max(len(column) for column in columns) > 3 else 0,
                labelLimit=110,
                labelColor=INK,
                domain=False,
                ticks=False,
            ),
        ),
    )
    colour = alt.Color(
        "value:Q",
        scale=alt.Scale(
            domain=[middle - far, middle, middle + far],
            range=[LOW, MIDDLE, HIGH],
            clamp=True,
            interpolate="rgb",
        ),
        legend=None,
    )
    size = CELL if len(order) <= 8 else 28
    return alt.layer(
        base.mark_rect(stroke=GRID).encode(color=colour),
        base.mark_text(fontSize=12, color=PRINT, dy=-4).encode(text="label:N"),
        base.mark_text(fontSize=8, color=PRINT, dy=7).encode(text="sure:N"),
    ).properties(width=alt.Step(size), height=alt.Step(CELL))
