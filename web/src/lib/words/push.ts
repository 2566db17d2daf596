/** What is said about messages that come when no page is open. */

import { catalogue, type Phrase } from '../i18n'

const en = {
  ask: 'You get a notification even when no Slugfest page is open. It says only that a match is waiting. You can turn it off, or set quiet hours, in the settings.',
  always: 'Even when no Slugfest page is open: your browser gets a short notification without any details.',
  quiet: 'Quiet hours',
  quietText:
    'No notifications between these times. If a match still waits for you afterwards, you get one then.',
  from: 'from',
  to: 'until',
  match: 'Notifications for this match',
  failed: 'This browser cannot receive notifications when no page is open. You are notified while one is.',
} satisfies Record<string, Phrase>

const de: Record<keyof typeof en, Phrase> = {
  ask: 'Du bekommst eine Benachrichtigung, auch wenn Slugfest gerade nicht offen ist. Sie sagt nur, dass eine Partie wartet. Abschalten kannst du sie in den Einstellungen; dort gibt es auch eine Ruhezeit.',
  always:
    'Auch wenn Slugfest gerade nicht offen ist: Dein Browser bekommt eine kurze Benachrichtigung ohne Einzelheiten.',
  quiet: 'Ruhezeit',
  quietText:
    'In dieser Zeit kommt keine Benachrichtigung. Wartet danach noch eine Partie auf dich, bekommst du dann eine.',
  from: 'von',
  to: 'bis',
  match: 'Benachrichtigungen zu dieser Partie',
  failed:
    'Ohne offene Seite kann dieser Browser keine Benachrichtigungen empfangen. Solange eine offen ist, bekommst du sie.',
}

export const tp = catalogue<keyof typeof en>(en, de)
