/** What is said about ratings. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  'rating.title': 'Ratings',
  'rating.text':
    'The bot Robo Rita has 1500 on every server. A player with 400 points more than you beats you ten times as often as you beat them. The number behind ± says how exact the rating is.',
  'rating.none': 'No rating yet: play a match against people or against a rated bot.',
  'rating.pool': 'Game',
  'rating.points': 'Rating',
  'rating.matches': 'Counted',
  'rating.duel': 'two players',
  'rating.table': 'three and more',
  'rating.team': 'in teams',
  'rating.box': 'against the game',
  'rating.provisional': 'provisional',
  'rating.range': '{points} ± {spread}',
  'rating.label': 'Rating {points}, give or take {spread}',
  'rating.labelProvisional': 'Rating {points}, give or take {spread}, provisional',
  'rating.new': 'No rating yet',
  'rating.change': '{points} ± {spread}, {change}',
  'rating.same': '{points} ± {spread}, unchanged',
  'rating.practice': 'This match does not count: it was practice.',
  'rating.changed': 'This match does not count: its rules were changed.',
  'rating.agreed': 'This match does not count: everyone agreed to end it.',
  'rating.no_people': 'This match does not count: only bots played.',
  'rating.unmeasured': 'This match does not count: an opponent has no rating.',
  'rating.hint': 'You took a hint, so this match can cost you points but not bring you any.',
  'rating.taken_back': 'You took a decision back, so this match can cost you points but not bring you any.',
  'rating.stand_in':
    'A bot played for you for a while, so this match can cost you points but not bring you any.',
  'rating.left': 'You left this match, so it counts as last place for you.',
  'rating.rules':
    'What counts: finished matches against people and rated bots. Leaving or running out of time is a loss. With hints, decisions taken back or a bot in your seat a match can cost you points but not bring you any. Practice does not count.',
} as const satisfies Record<string, Phrase>

const de = {
  'rating.title': 'Wertung',
  'rating.text':
    'Der Bot Robo Rita hat auf jedem Server 1500. Wer 400 Punkte mehr hat als du, gewinnt gegen dich zehnmal so oft wie du. Die Zahl hinter ± sagt, wie genau die Wertung ist.',
  'rating.none': 'Noch keine Wertung: Spiel eine Partie gegen Menschen oder einen Bot mit Wertung.',
  'rating.pool': 'Spiel',
  'rating.points': 'Wertung',
  'rating.matches': 'Gezählt',
  'rating.duel': 'zu zweit',
  'rating.table': 'zu dritt und mehr',
  'rating.team': 'in Teams',
  'rating.box': 'gegen das Spiel',
  'rating.provisional': 'vorläufig',
  'rating.range': '{points} ± {spread}',
  'rating.label': 'Wertung {points}, plus/minus {spread}',
  'rating.labelProvisional': 'Wertung {points}, plus/minus {spread}, vorläufig',
  'rating.new': 'Noch keine Wertung',
  'rating.change': '{points} ± {spread}, {change}',
  'rating.same': '{points} ± {spread}, unverändert',
  'rating.practice': 'Diese Partie zählt nicht: Sie war zum Üben.',
  'rating.changed': 'Diese Partie zählt nicht: Die Regeln waren geändert.',
  'rating.agreed': 'Diese Partie zählt nicht: Alle wollten sie beenden.',
  'rating.no_people': 'Diese Partie zählt nicht: Nur Bots haben gespielt.',
  'rating.unmeasured': 'Diese Partie zählt nicht: Ein Gegner hat keine Wertung.',
  'rating.hint': 'Du hast einen Tipp genommen: Diese Partie kann dich Punkte kosten, aber keine bringen.',
  'rating.taken_back':
    'Du hast eine Entscheidung zurückgenommen: Diese Partie kann dich Punkte kosten, aber keine bringen.',
  'rating.stand_in':
    'Eine Zeit lang hat ein Bot für dich gespielt: Diese Partie kann dich Punkte kosten, aber keine bringen.',
  'rating.left': 'Du hast diese Partie verlassen: Für dich zählt sie als letzter Platz.',
  'rating.rules':
    'Was zählt: beendete Partien gegen Menschen und Bots mit Wertung. Wer geht oder keine Zeit mehr hat, verliert. Mit Tipps, zurückgenommenen Entscheidungen oder einem Bot auf deinem Platz kann dich eine Partie Punkte kosten, aber keine bringen. Übungspartien zählen nicht.',
} as const satisfies Record<keyof typeof en, Phrase>

export const say = catalogue<keyof typeof en>(en, de)
