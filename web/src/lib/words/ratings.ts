/** What is said about ratings. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  'rating.title': 'Ratings',
  'rating.text':
    '1500 is the bot Robo Rita, on every server. 400 points more win ten times as often as they lose. The second number says how sure that is.',
  'rating.none': 'No rating yet: play a match against people or against a measured bot.',
  'rating.pool': 'Game',
  'rating.points': 'Rating',
  'rating.matches': 'Counted',
  'rating.duel': 'two players',
  'rating.table': 'three and more',
  'rating.team': 'in teams',
  'rating.box': 'against the game',
  'rating.provisional': 'still settling',
  'rating.range': '{points} ± {spread}',
  'rating.label': 'Rating {points}, give or take {spread}',
  'rating.labelProvisional': 'Rating {points}, give or take {spread}, still settling',
  'rating.new': 'No rating yet',
  'rating.change': '{points} ± {spread}, {change}',
  'rating.same': '{points} ± {spread}, unchanged',
  'rating.practice': 'This match does not count: it was practice.',
  'rating.changed': 'This match does not count: its rules are changed.',
  'rating.agreed': 'This match does not count: everyone agreed to end it.',
  'rating.no_people': 'This match does not count: only bots played.',
  'rating.unmeasured': 'This match does not count: the strength of an opponent was never measured.',
  'rating.hint': 'You had a hint, so you can lose points by this match but not gain any.',
  'rating.taken_back': 'You took a decision back, so you can lose points by this match but not gain any.',
  'rating.stand_in':
    'A bot played for you for a while, so you can lose points by this match but not gain any.',
  'rating.left': 'You left this match, so it counts as last place for you.',
  'rating.rules':
    'What counts: finished matches against people and measured bots. Leaving or running out of time is a loss. With hints, decisions taken back or a bot in your seat you can lose points but not gain any. Practice does not count.',
} as const satisfies Record<string, Phrase>

const de = {
  'rating.title': 'Wertung',
  'rating.text':
    '1500 ist der Bot Robo Rita, auf jedem Server. Wer 400 Punkte mehr hat, gewinnt zehnmal so oft, wie er verliert. Die zweite Zahl sagt, wie sicher das ist.',
  'rating.none': 'Noch keine Wertung: Spiel eine Partie gegen Menschen oder einen vermessenen Bot.',
  'rating.pool': 'Spiel',
  'rating.points': 'Wertung',
  'rating.matches': 'Gezählt',
  'rating.duel': 'zu zweit',
  'rating.table': 'zu dritt und mehr',
  'rating.team': 'in Teams',
  'rating.box': 'gegen das Spiel',
  'rating.provisional': 'noch ungenau',
  'rating.range': '{points} ± {spread}',
  'rating.label': 'Wertung {points}, plus/minus {spread}',
  'rating.labelProvisional': 'Wertung {points}, plus/minus {spread}, noch ungenau',
  'rating.new': 'Noch keine Wertung',
  'rating.change': '{points} ± {spread}, {change}',
  'rating.same': '{points} ± {spread}, unverändert',
  'rating.practice': 'Diese Partie zählt nicht: Sie war zum Üben.',
  'rating.changed': 'Diese Partie zählt nicht: Ihre Regeln sind geändert.',
  'rating.agreed': 'Diese Partie zählt nicht: Alle wollten sie beenden.',
  'rating.no_people': 'Diese Partie zählt nicht: Nur Bots haben gespielt.',
  'rating.unmeasured': 'Diese Partie zählt nicht: Die Stärke eines Gegners wurde nie gemessen.',
  'rating.hint': 'Du hattest einen Tipp: Durch diese Partie kannst du Punkte verlieren, aber keine gewinnen.',
  'rating.taken_back':
    'Du hast eine Entscheidung zurückgenommen: Durch diese Partie kannst du Punkte verlieren, aber keine gewinnen.',
  'rating.stand_in':
    'Eine Zeit lang hat ein Bot für dich gespielt: Durch diese Partie kannst du Punkte verlieren, aber keine gewinnen.',
  'rating.left': 'Du hast diese Partie verlassen: Für dich zählt sie als letzter Platz.',
  'rating.rules':
    'Was zählt: beendete Partien gegen Menschen und vermessene Bots. Wer geht oder wessen Zeit abläuft, verliert. Mit Tipps, zurückgenommenen Entscheidungen oder einem Bot auf deinem Platz kannst du Punkte verlieren, aber keine gewinnen. Üben zählt nicht.',
} as const satisfies Record<keyof typeof en, Phrase>

export const say = catalogue<keyof typeof en>(en, de)
