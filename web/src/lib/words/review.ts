/** What the debrief and the review of a match say. Loaded with them. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  'review.title': 'Review',
  'review.of': 'Review: {game}',
  'review.open': 'Review the match',
  'review.working': 'Looking at your decisions …',
  'review.waiting': 'Your match is in the queue …',
  'review.deeper': 'This is a first look. A closer one is on its way …',
  'review.failed': 'This match could not be reviewed. Try again in a few minutes.',
  'review.again': 'Try again',
  'review.whose': 'As seen by',

  'debrief.title': 'Why it ended like this',
  'debrief.par': 'Starting chance',
  'debrief.cards': 'Cards',
  'debrief.dice': 'Dice',
  'debrief.reads': 'Reads',
  'debrief.choices': 'Choices',
  'debrief.won': 'Won',
  'debrief.lost': 'Lost',
  'debrief.shared': 'Shared',
  'debrief.points': '100 points are a win. Tap a line to see what it means.',
  'debrief.rough': 'Here reads and choices are hard to tell apart; only their sum is reliable.',
  'debrief.parMeans':
    'What your seat was worth before anything was dealt: about even, a little more or less for the player who goes first.',
  'debrief.cardsMeans':
    'What luck did: the deal, every draw and every card that nobody could know. Over many matches this evens out.',
  'debrief.diceMeans': 'What luck did: the deal and every roll. Over many matches this evens out.',
  'debrief.readsMeans':
    'How your decisions, and the others’, met what was hidden: a bluff that worked, a guess that hit, or one that missed.',
  'debrief.choicesMeans':
    'What the decisions were worth, judged by what the players could know. A good choice counts as good, even if it went wrong.',

  'line.title': 'The chance to win',
  'line.mode': 'Based on',
  'line.together': 'what all know together',
  'line.own': 'what each one knows',
  'line.at': 'After {n} moves',
  'line.start': 'After the deal',
  'line.move': 'Place in the match',
  'line.table': 'The same as a table',
  'line.step': 'Moves',
  'line.replay': 'Watch from here',
  'line.picture': 'Line chart: {names}, the chance to win after every decision.',

  'marks.title': 'Decisions that cost something',
  'marks.none': 'No decision here clearly gave anything away. Well played!',
  'marks.noneJudged': 'None of the decisions that were judged clearly gave anything away.',
  'marks.noneYet': 'None so far. Some decisions are still being judged.',
  'marks.moreYet': 'Some decisions are still being judged.',
  'mark.inaccuracy': 'Inaccuracy',
  'mark.mistake': 'Mistake',
  'mark.blunder': 'Blunder',
  'mark.cost': { one: 'cost one point', other: 'cost {n} points' },
  'mark.instead': 'Better: {move}',
  'mark.by': 'by {name}',
  'marks.all': 'everyone',
  'marks.about':
    'Judged by what could be known at the time, never by hindsight. Where several moves belong in the mix, none of them is a mistake. Decisions made with a hint are left out.',
  'marks.back': 'To the mark before',
  'marks.on': 'To the next mark',
  'marks.key': 'mark',

  'moments.title': 'The moments that mattered',
  'moment.swing': 'The turning point',
  'moment.best': 'The best decision',
  'moment.costliest': 'The costliest one',
  'moment.replay': 'Watch it',
  'moment.try': 'Try it differently',
  'moment.tryText': 'You play on from here against bots, for practice.',

  'picture.make': 'A picture to share',
  'picture.title': 'Your picture',
  'picture.share': 'Share',
  'picture.save': 'Save',
  'picture.alt': '{game}: {verdict}',
  'picture.failed': 'Your browser could not draw the picture.',

  'theme.danger': 'danger overlooked',
  'theme.tempo': 'too slow',
  'theme.safety': 'left unguarded',
  'theme.material': 'gave up too much',
  'theme.information': 'showed or saw too little',
  'theme.finishing': 'did not finish',

  'profile.title': 'What your reviews say',
  'profile.none':
    'Nothing yet. Finish a match without hints and look at its review: from then on this fills up.',
  'profile.count': { one: 'From one reviewed match', other: 'From {n} reviewed matches' },
  'profile.reads': 'Your reads',
  'profile.readsAbove':
    'Above zero: you guess what is hidden better than chance ({from} to {to} points a match).',
  'profile.readsBelow':
    'Below zero: the others see through you more often than you through them ({from} to {to} points a match).',
  'profile.readsUnsure': 'Too close to zero to tell ({from} to {to} points a match).',
  'profile.readsFew': '{points} points a match so far. Five matches are needed before this means something.',
  'profile.where': 'Where you lose most',
  'profile.noLosses': 'No marked decision of yours so far.',
  'profile.lost': { one: '{points} points in one decision', other: '{points} points in {n} decisions' },
  'profile.against': 'Against whom',
  'profile.matches': 'Matches',
  'profile.readsColumn': 'Reads',
  'profile.lostColumn': 'Given away',
  'profile.leftOut': 'Left out:',
  'profile.practice': { one: 'one match for practice', other: '{n} matches for practice' },
  'profile.assisted': {
    one: 'one decision with a hint, or made by a bot or the clock',
    other: '{n} decisions with a hint, or made by a bot or the clock',
  },
  'profile.unreviewed': {
    one: 'one match that has not been reviewed yet',
    other: '{n} matches that have not been reviewed yet',
  },
} as const satisfies Record<string, Phrase>

const de = {
  'review.title': 'Auswertung',
  'review.of': 'Auswertung: {game}',
  'review.open': 'Partie auswerten',
  'review.working': 'Ich sehe mir deine Entscheidungen an …',
  'review.waiting': 'Deine Partie ist in der Warteschlange …',
  'review.deeper': 'Das ist ein erster Blick. Ein genauerer ist unterwegs …',
  'review.failed': 'Diese Partie ließ sich nicht auswerten. Versuch es in ein paar Minuten noch einmal.',
  'review.again': 'Noch einmal versuchen',
  'review.whose': 'Aus der Sicht von',

  'debrief.title': 'Warum es so ausging',
  'debrief.par': 'Startchance',
  'debrief.cards': 'Karten',
  'debrief.dice': 'Würfel',
  'debrief.reads': 'Gespür',
  'debrief.choices': 'Entscheidungen',
  'debrief.won': 'Gewonnen',
  'debrief.lost': 'Verloren',
  'debrief.shared': 'Geteilt',
  'debrief.points': '100 Punkte sind ein Sieg. Tipp auf eine Zeile, um zu sehen, was sie bedeutet.',
  'debrief.rough':
    'Gespür und Entscheidungen lassen sich hier schwer trennen; verlässlich ist nur ihre Summe.',
  'debrief.parMeans':
    'Was dein Platz wert war, bevor ausgeteilt wurde: etwa gleich viel wie die anderen, je nach Zugreihenfolge etwas mehr oder weniger.',
  'debrief.cardsMeans':
    'Was das Glück getan hat: das Austeilen, jedes Ziehen und jede Karte, die niemand kennen konnte. Über viele Partien gleicht sich das aus.',
  'debrief.diceMeans':
    'Was das Glück getan hat: das Austeilen und jeder Wurf. Über viele Partien gleicht sich das aus.',
  'debrief.readsMeans':
    'Wie deine Entscheidungen und die der anderen auf Verborgenes trafen: ein Bluff, der aufging, ein Tipp, der saß, oder einer, der danebenging.',
  'debrief.choicesMeans':
    'Was die Entscheidungen wert waren, gemessen an dem, was man wissen konnte. Eine gute Wahl zählt als gut, auch wenn sie schiefging.',

  'line.title': 'Die Gewinnchance',
  'line.mode': 'Berechnet aus',
  'line.together': 'dem Wissen aller',
  'line.own': 'dem eigenen Wissen',
  'line.at': 'Nach {n} Zügen',
  'line.start': 'Nach dem Austeilen',
  'line.move': 'Stelle der Partie',
  'line.table': 'Dasselbe als Tabelle',
  'line.step': 'Züge',
  'line.replay': 'Ab hier ansehen',
  'line.picture': 'Liniendiagramm: {names}, die Gewinnchance nach jeder Entscheidung.',

  'marks.title': 'Entscheidungen, die etwas gekostet haben',
  'marks.none': 'Keine Entscheidung hat hier klar etwas verschenkt. Gut gespielt!',
  'marks.noneJudged': 'Keine der beurteilten Entscheidungen hat klar etwas verschenkt.',
  'marks.noneYet': 'Bisher keine. Einige Entscheidungen werden noch beurteilt.',
  'marks.moreYet': 'Einige Entscheidungen werden noch beurteilt.',
  'mark.inaccuracy': 'Ungenau',
  'mark.mistake': 'Fehler',
  'mark.blunder': 'Grober Fehler',
  'mark.cost': { one: 'kostete einen Punkt', other: 'kostete {n} Punkte' },
  'mark.instead': 'Besser: {move}',
  'mark.by': 'von {name}',
  'marks.all': 'alle',
  'marks.about':
    'Beurteilt nach dem, was man in dem Moment wissen konnte, nie im Nachhinein. Wo mehrere Züge sich abwechseln sollten, ist keiner davon ein Fehler. Entscheidungen mit Tipp bleiben außen vor.',
  'marks.back': 'Zur Stelle davor',
  'marks.on': 'Zur nächsten Stelle',
  'marks.key': 'Fehler',

  'moments.title': 'Die wichtigsten Momente',
  'moment.swing': 'Der Wendepunkt',
  'moment.best': 'Die beste Entscheidung',
  'moment.costliest': 'Die teuerste',
  'moment.replay': 'Ansehen',
  'moment.try': 'Versuch es anders',
  'moment.tryText': 'Du spielst von hier aus gegen Bots weiter, zur Übung.',

  'picture.make': 'Bild zum Teilen',
  'picture.title': 'Dein Bild',
  'picture.share': 'Teilen',
  'picture.save': 'Speichern',
  'picture.alt': '{game}: {verdict}',
  'picture.failed': 'Dein Browser konnte das Bild nicht zeichnen.',

  'theme.danger': 'Gefahr übersehen',
  'theme.tempo': 'zu langsam',
  'theme.safety': 'ungedeckt gelassen',
  'theme.material': 'zu viel hergegeben',
  'theme.information': 'zu viel gezeigt oder zu wenig nachgesehen',
  'theme.finishing': 'nicht zu Ende gebracht',

  'profile.title': 'Was deine Auswertungen sagen',
  'profile.none':
    'Noch nichts. Spiel eine Partie ohne Tipps zu Ende und sieh dir ihre Auswertung an: Dann füllt sich das hier.',
  'profile.count': { one: 'Aus einer ausgewerteten Partie', other: 'Aus {n} ausgewerteten Partien' },
  'profile.reads': 'Dein Gespür',
  'profile.readsAbove':
    'Über null: Du errätst Verborgenes besser als der Zufall ({from} bis {to} Punkte je Partie).',
  'profile.readsBelow':
    'Unter null: Die anderen durchschauen dich öfter als du sie ({from} bis {to} Punkte je Partie).',
  'profile.readsUnsure': 'Noch nicht von null zu unterscheiden ({from} bis {to} Punkte je Partie).',
  'profile.readsFew': 'Bisher {points} Punkte je Partie. Erst ab fünf Partien sagt das etwas aus.',
  'profile.where': 'Wo du am meisten verlierst',
  'profile.noLosses': 'Bisher keine markierte Entscheidung von dir.',
  'profile.lost': {
    one: '{points} Punkte in einer Entscheidung',
    other: '{points} Punkte in {n} Entscheidungen',
  },
  'profile.against': 'Gegen wen',
  'profile.matches': 'Partien',
  'profile.readsColumn': 'Gespür',
  'profile.lostColumn': 'Verschenkt',
  'profile.leftOut': 'Nicht mitgezählt:',
  'profile.practice': { one: 'eine Partie zur Übung', other: '{n} Partien zur Übung' },
  'profile.assisted': {
    one: 'eine Entscheidung mit Tipp oder durch einen Bot oder die Uhr',
    other: '{n} Entscheidungen mit Tipp oder durch einen Bot oder die Uhr',
  },
  'profile.unreviewed': {
    one: 'eine Partie, die noch nicht ausgewertet ist',
    other: '{n} Partien, die noch nicht ausgewertet sind',
  },
} as const satisfies Record<keyof typeof en, Phrase>

export const say = catalogue<keyof typeof en>(en, de)

type ThemeKey = Extract<keyof typeof en, `theme.${string}`>
const isTheme = (key: string): key is ThemeKey => key in en

/** What went wrong, in a word or two; empty for a theme that has none here. */
export function themeName(theme: string): string {
  const key = `theme.${theme}`
  return isTheme(key) ? say(key) : ''
}

/** Where in a game decisions are made, as its board or its moves call it. */
const PHASES: Record<string, Record<string, [en: string, de: string]>> = {
  'kapow-cards': {
    ATTACK: ['Attacks', 'Angriffe'],
    RECRUIT: ['Recruiting', 'Rekrutieren'],
    BARRICADE: ['Barricades', 'Verbarrikadieren'],
    PASS: ['Passing', 'Passen'],
  },
  'custom-heroes': {
    wagers: ['Bets', 'Wetten'],
    turn: ['Playing cards', 'Karten ausspielen'],
    after: ['After a trick', 'Nach dem Stich'],
    scoring: ['Scoring', 'Wertung'],
  },
  'tag-team': {
    'pick-1': ['Choosing fighters', 'Kämpferwahl'],
    'pick-2': ['Choosing fighters', 'Kämpferwahl'],
    free: ['Choosing fighters', 'Kämpferwahl'],
    character: ['Choosing a Character', 'Wahl der Gestalt'],
    order: ['The opening order', 'Anfangsreihenfolge'],
    deck: ['Building the deck', 'Deckbau'],
  },
  'kapow-dice': {
    pick: ['Choosing a character', 'Charakterwahl'],
    cards: ['Team-Up cards', 'Bündniskarten'],
    select: ['Placing dice', 'Würfel einsetzen'],
    defence: ['Defending', 'Verteidigen'],
    attack: ['Attacking', 'Angreifen'],
    stand: ['Defending without being attacked', 'Verteidigen ohne Angriff'],
    power_up: ['Powering up', 'Aufrüsten'],
    after: ['After Power Up', 'Nachrüsten'],
    clean_up: ['Cleaning up', 'Aufräumen'],
  },
}

const others = catalogue<'other'>({ other: 'Other decisions' }, { other: 'Andere Entscheidungen' })

export function phaseName(game: string, phase: string): string {
  const known = PHASES[game.split('@')[0] ?? '']?.[phase]
  if (!known) return others('other')
  return catalogue<'phase'>({ phase: known[0] }, { phase: known[1] })('phase')
}
