/** What is said about messages that come when no page is open. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  ask: 'You get a notification, also when no Slugfest page is open. It says only that a match is waiting. You can turn it off, or set quiet hours, in the settings.',
  always: 'Also when no Slugfest page is open: your browser gets a short message without any details.',
  quiet: 'Quiet hours',
  quietText: 'No messages between these times; what is still waiting then comes afterwards.',
  from: 'from',
  to: 'until',
  match: 'Messages about this match',
  failed: 'This browser cannot be sent messages. You will be notified while a page is open.',
} satisfies Record<string, Phrase>

const de: Record<keyof typeof en, Phrase> = {
  ask: 'Du bekommst eine Benachrichtigung, auch wenn Slugfest gerade nicht offen ist. Sie sagt nur, dass eine Partie wartet. Abschalten kannst du sie in den Einstellungen; dort gibt es auch eine Ruhezeit.',
  always:
    'Auch wenn Slugfest gerade nicht offen ist: Dein Browser bekommt eine kurze Nachricht ohne Einzelheiten.',
  quiet: 'Ruhezeit',
  quietText: 'In dieser Zeit kommen keine Nachrichten; was danach noch wartet, kommt dann.',
  from: 'von',
  to: 'bis',
  match: 'Nachrichten zu dieser Partie',
  failed:
    'Diesem Browser lassen sich keine Nachrichten schicken. Du wirst benachrichtigt, solange eine Seite offen ist.',
}

export const tp = catalogue<keyof typeof en>(en, de)
