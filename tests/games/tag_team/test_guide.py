"""Everything in the box explains itself, in the words of the content and of the guide."""

from __future__ import annotations

import re
from pathlib import Path

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, HERE
from slugfest.kernel import Text, seeded

from .table import fighter, table, team

TERMS = {term.key: term for term in GAME.require_teaching().terms()}
WEB = Path(__file__).parents[3] / "web" / "src" / "games" / "tag-team" / "words"


def test_every_fighter_card_track_token_scheme_and_sign_has_a_term() -> None:
    facts = GAME.display.catalogue()
    wanted = {f"fighter:{key}" for key in FIGHTER_KEYS}
    wanted |= {f"card:{card}" for card in facts["cards"]}
    wanted |= {f"health:{track}" for track in facts["tracks"]}
    wanted |= {f"track:{track}" for track in facts["special"]}
    wanted |= {f"token:{token}" for token in facts["tokens"]}
    wanted |= {f"scheme:{scheme}" for scheme in facts["schemes"]}
    for card in facts["cards"].values():
        wanted |= {f"icon:{word}" for word in [*card["does"], *card["back_does"]]}
    for track in facts["tracks"].values():
        wanted |= {f"symbol:{space['symbol']}" for space in track["spaces"] if space["symbol"]}
    assert wanted <= set(TERMS)


def test_a_card_is_explained_by_its_own_words_and_a_rule_about_what_it_does() -> None:
    for kind, identifier in enumerate(BOX.ids):
        term = TERMS[f"card:{identifier}"]
        for language in ("en", "de"):
            assert BOX.texts[kind].in_language(language) in term.text.in_language(language)
            assert BOX.names[BOX.owner[kind]].in_language(language) in term.name.in_language(language)
        assert term.rule in GAME.rules
    assert TERMS["card:JOA-3"].rule == "TT-75"
    assert TERMS["card:CHI-1*"].rule == "TT-142"
    assert TERMS["card:MOR-3"].rule == "TT-156"
    assert TERMS["card:MEP-2"].rule == "TT-172"
    assert "Turned over: You and your partner attack" in TERMS["card:FEY-5"].text.en


def test_a_health_track_names_its_symbols_and_stops() -> None:
    assert TERMS["health:bodvar"].text.en == "From 11 down to 0. Space 6: +1 Power."
    assert TERMS["health:wild"].text.de == "Von 5 bis 0. Stopps: 4, 3, 2, 1."
    assert TERMS["health:joan"].text == Text("From 18 down to 0.", "Von 18 bis 0.")
    assert "Below the KO spaces: comes back on 4" in TERMS["health:brijit"].text.en


def test_one_word_per_concept_wherever_players_read() -> None:
    """The glossary: deck, new cards, slip in, health; Deck, neue Karten, einschieben, Leben, K. o."""
    files = [HERE / name for name in ("words.toml", "content.toml", "rules.toml")]
    files += [WEB / "en.ts", WEB / "de.ts", *(HERE / "lessons").glob("*.toml")]
    banned = re.compile(
        r"fight deck|build deck|\bslid(e|es|ing)\b|\binsert(s|ed)?\b.*card|\bHP\b|Kampfdeck|Verbesserungsdeck|Vorrat\b"
        r"|Lebenspunkt|\bLP\b|hinzugefügt|Hinzufügen|\bKO-Feld|\bist KO\b|\bknocked out\b",
        re.IGNORECASE,
    )
    read = re.compile(r""""[^"]*"|'[^']*'""")
    for path in files:
        for line in path.read_text("utf-8").splitlines():
            if line.lstrip().startswith(("#", "//", "/*", "effect", "source", "also", "words")):
                continue
            for quoted in read.findall(line):
                assert not banned.search(quoted), f"{path.name}: {quoted}"


def test_signs_without_effect_are_explained() -> None:
    """Bödvar's cards show the Bear's attacks; Ching Shih's ask for ships; Wong's first needs a token."""
    state = GAME.new(2, {"teams": "first-game"}, seeded("idle"))
    idle = state.view(0)["board"]["idle"]
    assert idle["BOD-1*"] == ["attack"]
    assert idle["CHI-1*"] == ["heal", "terror"]
    assert idle["WON-1*"] == ["attack", "take"]
    assert "BOD-2" not in idle  # it attacks in either form
    bear = table(team(fighter("bodvar", form="bear"), "joan"), team("wong", "ching"), concentration=["joan"])
    grown = bear.view(1)["board"]["idle"]
    assert grown["BOD-1*"] == ["track"]
    assert "WON-1*" not in grown  # it depends on who is opposite
