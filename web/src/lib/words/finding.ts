/** What is said about open tables: seats that anybody may take. */

import { catalogue, type Phrase } from '../i18n'
import type { Words } from '../wire'

const en = {
  title: 'Open tables',
  find: 'Find me a table',
  game: 'Game',
  anyGame: 'Any game',
  nobody:
    'Nobody is waiting for players right now. If you let us find a table, you start against bots; they make room for people until your first move.',
  someone: 'Take a seat, or let us pick the table that suits you best.',
  host: 'with {names}',
  take: 'Sit down',
  takeLabel: 'Sit down: {game}, {names}',
  free: { one: 'One seat free', other: '{n} seats free' },
  begun: 'bots make room',
  all: { one: 'Show one more', other: 'Show {n} more' },
  looking: 'Looking for a seat …',
  gone: 'Someone else was faster. You can watch, or find another table.',
  offer: 'Open to anyone',
  offerText: 'Anyone on this server can see this table and take a free seat.',
  bots: 'Bots make room for people',
  botsText: 'Anyone who joins takes a bot’s seat, until someone has made the first move.',
  who: 'Who may sit down',
  whoAnyone: 'Anyone',
  whoClub: 'Members of {club}',
  strength: 'Looking for',
  strengthAny: 'Anyone',
  strengthNew: 'Beginners',
  strengthRegular: 'Regular players',
  strengthStrong: 'Strong players',
  isOpen: 'Open to anyone',
  waits: 'Open until your first move: someone may take a bot’s seat.',
  waitsOthers: 'Anyone can still take a bot’s seat, until the first move.',
  close: 'Close the table',
  room: 'Until the first move a bot makes room for you here. Then everything is dealt again.',
} satisfies Record<string, Phrase>

const de: Record<keyof typeof en, Phrase> = {
  title: 'Offene Tische',
  find: 'Such mir einen Tisch',
  game: 'Spiel',
  anyGame: 'Egal welches',
  nobody:
    'Gerade wartet niemand auf Mitspieler. Wenn wir dir einen Tisch suchen, beginnst du gegen Bots; sie machen Platz für Menschen, bis du deinen ersten Zug machst.',
  someone: 'Setz dich dazu, oder lass uns den Tisch aussuchen, der am besten zu dir passt.',
  host: 'mit {names}',
  take: 'Hinsetzen',
  takeLabel: 'Hinsetzen: {game}, {names}',
  free: { one: 'Ein Platz frei', other: '{n} Plätze frei' },
  begun: 'Bots machen Platz',
  all: { one: 'Noch einen zeigen', other: 'Noch {n} zeigen' },
  looking: 'Wir suchen dir einen Platz …',
  gone: 'Da war jemand schneller. Du kannst zusehen oder dir einen anderen Tisch suchen.',
  offer: 'Für alle offen',
  offerText: 'Alle auf diesem Server sehen diesen Tisch und können sich auf einen freien Platz setzen.',
  bots: 'Bots machen Platz für Menschen',
  botsText: 'Wer dazukommt, bekommt den Platz eines Bots, bis jemand den ersten Zug gemacht hat.',
  who: 'Wer sich setzen darf',
  whoAnyone: 'Alle',
  whoClub: 'Mitglieder von {club}',
  strength: 'Gesucht',
  strengthAny: 'Alle',
  strengthNew: 'Anfänger',
  strengthRegular: 'Geübte',
  strengthStrong: 'Starke',
  isOpen: 'Für alle offen',
  waits: 'Offen bis zu deinem ersten Zug: Jemand kann einen Bot ablösen.',
  waitsOthers: 'Bis zum ersten Zug kann noch jemand den Platz eines Bots einnehmen.',
  close: 'Tisch schließen',
  room: 'Bis zum ersten Zug macht dir hier ein Bot Platz. Dann beginnt alles von vorn.',
}

export const tf = catalogue<keyof typeof en>(en, de)

/** Said at the table, in a bubble. */
export const tooLate: Words = { en: en.gone, de: de.gone as string }
