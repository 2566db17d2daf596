"""The report as one HTML file that needs nothing else: both languages, light and dark, phone, desk and printer."""

from __future__ import annotations

import html
from typing import Final

from slugfest import __version__
from slugfest.kernel import LANGUAGES, Text

from .charts import counted, svg
from .figures import Figure
from .report import Report
from .sections import PARTS, Section, interval, shown

WORDS: Final = {
    "kicker": Text("Balance report", "Balance-Bericht"),
    "findings": Text("What stands out", "Was auffällt"),
    "contents": Text("In this report", "In diesem Bericht"),
    "numbers": Text("All numbers", "Alle Zahlen"),
    "games": Text("games", "Spiele"),
    "language": Text("Deutsch", "English"),
    "theme": Text("Light or dark", "Hell oder dunkel"),
    "print": Text("Print", "Drucken"),
    "made": Text(
        f"Played and computed by Slugfest {__version__}. Numbers in brackets and lines in charts are 95 % intervals; "
        "all games of a deal count as one observation. Bots are not people: look how a number changes with "
        "their strength.",
        f"Gespielt und berechnet von Slugfest {__version__}. Zahlen in Klammern und Linien in Diagrammen sind "
        "95-%-Intervalle; alle Spiele einer Ausgabe zählen als eine Beobachtung. Bots sind keine Menschen: Achte "
        "darauf, wie sich eine Zahl mit ihrer Stärke ändert.",
    ),
    "bots": Text("Bots, from weak to strong", "Bots, von schwach nach stark"),
}
ACCENTS: Final = {"red": "#c8201f", "teal": "#0e7f78", "purple": "#7b3fa0", "yellow": "#b88600"}


def page(report: Report, language: str = "en") -> str:
    """The whole file; it opens in this language and has a switch for the other."""
    title = report.title.in_language(language)
    accent = ACCENTS.get(report.experiment.game.display.accent, "#c8201f")
    return f"""<!doctype html>
<html lang="{language}" data-language="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>:root {{ --accent: {accent}; }}
{STYLE}</style>
</head>
<body>
<header>
<p class="kicker">{both(WORDS["kicker"])}</p>
<h1>{both(report.experiment.game.name)}</h1>
<p class="made">{" · ".join(both(phrase) for phrase in report.settings())}</p>
<div class="tools">
<button type="button" id="language">{both(WORDS["language"])}</button>
<button type="button" id="theme">{both(WORDS["theme"])}</button>
<button type="button" id="print">{both(WORDS["print"])}</button>
</div>
</header>
<main>
{top(report)}
{"".join(part(report, key) for key in PARTS)}
</main>
<footer><p>{both(WORDS["made"])}</p></footer>
<script>{SCRIPT}</script>
</body>
</html>
"""


def escape(text: str) -> str:
    return html.escape(text, quote=True)


def both(text: Text) -> str:
    """Words in both languages, of which the page shows one."""
    if text.en == text.de:
        return escape(text.en)
    return "".join(
        f'<span lang="{language}">{escape(text.in_language(language))}</span>' for language in LANGUAGES
    )


def top(report: Report) -> str:
    """What stands out, and what there is to read."""
    sentences = "".join(f"<li>{both(finding)}</li>" for finding in report.findings())
    there = {section.part for section in report.sections}
    links = "".join(
        f'<li><a href="#{key}">{both(name)}</a></li>' for key, name in PARTS.items() if key in there
    )
    return (
        f'<section class="panel findings"><h2>{both(WORDS["findings"])}</h2><ul>{sentences}</ul></section>'
        f'<nav aria-label="Contents"><h2>{both(WORDS["contents"])}</h2><ul>{links}</ul></nav>'
    )


def part(report: Report, key: str) -> str:
    sections = [section for section in report.sections if section.part == key]
    if not sections:
        return ""
    panels = "".join(panel(section, report.levels) for section in sections)
    return f'<section class="part" id="{key}"><h2>{both(PARTS[key])}</h2><div class="panels">{panels}</div></section>'


def panel(section: Section, levels: list[str]) -> str:
    """One question: the chart, how many games are behind it, and every number."""
    pictures = {language: svg(section, levels, language) for language in LANGUAGES}
    wide = " wide" if section.drawing == "heat" and len(section.names()) > 6 else ""
    chart = ""
    if pictures["en"]:
        chart = "".join(
            f'<div class="chart" lang="{language}" role="img" tabindex="0" '
            f'aria-label="{escape(section.title.in_language(language))}">{picture}</div>'
            for language, picture in pictures.items()
        )
    games = Text(counted(section, "en"), counted(section, "de"))
    numbers = flat(section) if section.drawing == "heat" else pivot(section)
    if chart:
        numbers = f"<details><summary>{both(WORDS['numbers'])}</summary>{numbers}</details>"
    caption = f'<p class="games">{both(games)}</p>' if chart else ""
    return (
        f'<article class="panel{wide}" id="{section.id}"><h3>{both(section.title)}</h3>'
        f'{chart}{caption}{numbers}<p class="note">{both(section.note)}</p></article>'
    )


def number(figure: Figure, section: Section) -> str:
    """A figure with its interval and its number of games."""
    unit = section.unit
    values = Text(shown(figure.value, unit, "en"), shown(figure.value, unit, "de"))
    spans = Text(interval(figure, unit, "en"), interval(figure, unit, "de"))
    games = Text(f"{figure.games} games", f"{figure.games} Spiele")
    if figure.games == 1:
        games = Text("1 game", "1 Spiel")
    return f"<b>{both(values)}</b><small>{both(spans)}</small><small>{both(games)}</small>"


def pivot(section: Section) -> str:
    """A table with a row for each name and a column for each strength of bots."""
    levels = section.levels()
    cells = {(one.key, one.level): one for one in section.figures}
    head = "".join(f'<th scope="col">{escape(level)}</th>' for level in levels)
    rows = []
    for key, name in section.names().items():
        row = "".join(
            f"<td>{number(cells[key, level], section)}</td>" if (key, level) in cells else "<td>–</td>"
            for level in levels
        )
        rows.append(f'<tr><th scope="row">{both(name)}</th>{row}</tr>')
    top = f"<thead><tr><td></td>{head}</tr></thead>" if levels != [""] else ""
    return f'<div class="table"><table>{top}<tbody>{"".join(rows)}</tbody></table></div>'


def flat(section: Section) -> str:
    """A table with a row for each pair."""
    rows = []
    for one in section.figures:
        assert one.other_name is not None
        pair = f'<th scope="row">{both(one.name)} – {both(one.other_name)}</th>'
        rows.append(f"<tr>{pair}<td>{number(one, section)}</td></tr>")
    return f'<div class="table"><table><tbody>{"".join(rows)}</tbody></table></div>'


STYLE: Final = """
:root {
  --paper: #fbf6ea; --dot: #eadfc8; --panel: #fffdf7; --ink: #1b1712; --quiet: #5e564c;
  --grid: #d8cfbf; --band: #efe3c2;
  --level-1: #1f6fb2; --level-2: #b3490f; --level-3: #2c7a3f; --level-4: #7b3fa0;
  --level-5: #a0123c; --level-6: #5b6a00;
  --on-accent: #fff;
}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --paper: #1d1a16; --dot: #2a261f; --panel: #26221c; --ink: #f3ecdd; --quiet: #beb29f;
    --grid: #4a4338; --band: #4b4327;
    --level-1: #6db4f2; --level-2: #f29a5c; --level-3: #74c98a; --level-4: #c796e8;
    --level-5: #f27c9c; --level-6: #c6d44a;
  }
}
@media screen {
  :root[data-theme="dark"] {
    --paper: #1d1a16; --dot: #2a261f; --panel: #26221c; --ink: #f3ecdd; --quiet: #beb29f;
    --grid: #4a4338; --band: #4b4327;
    --level-1: #6db4f2; --level-2: #f29a5c; --level-3: #74c98a; --level-4: #c796e8;
    --level-5: #f27c9c; --level-6: #c6d44a;
  }
}
* { box-sizing: border-box; }
html[data-language="en"] [lang="de"], html[data-language="de"] [lang="en"] { display: none; }
body {
  margin: 0; color: var(--ink); font: 16px/1.45 system-ui, "Segoe UI", Roboto, Arial, sans-serif;
  background: radial-gradient(var(--dot) 1.2px, transparent 1.4px) 0 0 / 9px 9px, var(--paper);
}
header, main, footer { max-width: 1240px; margin: 0 auto; padding: 0 14px; }
header { padding-top: 22px; }
h1, h2, h3, .kicker { font-weight: 900; line-height: 1.15; letter-spacing: .01em; }
h1 { font-size: clamp(1.7rem, 5vw, 2.7rem); margin: 0 0 .3em; }
h2 { font-size: 1.35rem; margin: 1.6em 0 .6em; }
h3 { font-size: 1.05rem; margin: 0 0 .5em; }
.kicker {
  display: inline-block; margin: 0 0 .6em; padding: .2em .7em; background: var(--accent); color: var(--on-accent);
  border: 2.5px solid var(--ink); text-transform: uppercase; font-size: .85rem; transform: rotate(-1.2deg);
}
.made, .note, .games, footer { color: var(--quiet); }
.made { margin: 0 0 1em; }
.note, .games, footer { font-size: .86rem; margin: .6em 0 0; }
.games { font-weight: 600; margin-top: .2em; }
.tools { display: flex; flex-wrap: wrap; gap: 8px; }
button {
  font: inherit; font-weight: 700; min-height: 44px; padding: .3em .9em; color: var(--ink); background: var(--panel);
  border: 2.5px solid var(--ink); cursor: pointer;
}
:focus-visible { outline: 3px solid var(--level-1); outline-offset: 2px; }
a { color: inherit; text-underline-offset: .2em; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0; list-style: none; }
nav a { display: inline-block; padding: 10px 0; font-weight: 600; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr));
  gap: 16px; align-items: start; grid-auto-flow: dense; }
.panel { background: var(--panel); border: 2.5px solid var(--ink); padding: 14px; min-width: 0; }
.findings { margin-top: 20px; }
.findings h2 { margin-top: 0; }
.findings ul { margin: 0; padding-left: 1.2em; }
.findings li + li { margin-top: .45em; }
.chart { overflow-x: auto; }
.chart svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
.wide .chart svg { max-width: none; }
@media (min-width: 900px) { .wide { grid-column: span 2; } .wide .chart svg { width: 100%; max-width: 620px; } }
details { margin-top: .5em; }
summary { cursor: pointer; font-weight: 700; padding: 10px 0; }
.table { overflow-x: auto; max-height: 32rem; overflow-y: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { text-align: right; padding: 5px 6px; border-top: 1px solid var(--grid); vertical-align: top; }
th[scope="row"] { text-align: left; font-weight: 600; max-width: 14rem; overflow-wrap: break-word; hyphens: auto; }
thead th { border-top: 0; position: sticky; top: 0; background: var(--panel); }
td b, td small { display: block; white-space: nowrap; }
td small { color: var(--quiet); font-size: .78rem; }
footer { padding: 18px 14px 40px; }
@media (max-width: 560px) {
  tr { display: flex; flex-wrap: wrap; border-top: 1px solid var(--grid); }
  thead tr { border-top: 0; position: sticky; top: 0; background: var(--panel); }
  th[scope="row"] { flex: 1 0 100%; max-width: none; padding-bottom: 0; }
  td, thead th { flex: 1 1 0; text-align: left; }
  th, td { border-top: 0; }
  thead td { display: none; }
}
@media print {
  body { background: #fff; font-size: 11pt; }
  .tools, nav, summary { display: none; }
  .panel { break-inside: avoid; border-width: 1.5px; }
  .panels { grid-template-columns: 1fr 1fr; }
  .table { max-height: none; }
}
"""

SCRIPT: Final = """
const root = document.documentElement, media = matchMedia('(prefers-color-scheme: dark)')
const speak = language => { root.lang = root.dataset.language = language }
const asked = (location.hash.match(/^#(en|de)$/) || [])[1]
if (asked) speak(asked)
document.getElementById('language').onclick = () => speak(root.dataset.language === 'en' ? 'de' : 'en')
document.getElementById('theme').onclick = () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : media.matches
  root.dataset.theme = dark ? 'light' : 'dark'
}
document.getElementById('print').onclick = () => print()
"""
