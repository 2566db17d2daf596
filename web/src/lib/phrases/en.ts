import type { Phrase } from '../i18n'

/** What the shell says in English. The keys are the contract; `de.ts` must have the same ones. */
export const en = {
  // everywhere
  close: 'Close',
  on: 'on',
  off: 'off',
  you: 'you',
  back: 'Back',
  home: 'Home',
} as const satisfies Record<string, Phrase>
