import type { Phrase } from '../i18n'
import type { en } from './en'

/** Dasselbe auf Deutsch. */
export const de = {
  close: 'Schließen',
  on: 'an',
  off: 'aus',
  you: 'du',
  back: 'Zurück',
  home: 'Start',
} as const satisfies Record<keyof typeof en, Phrase>
