/** What the reader has chosen: language, theme, speed, sound, questions. Kept in this browser. */

export type Language = 'en' | 'de'
export type Theme = 'auto' | 'day' | 'night'
/** `auto`: as it is written, and quicker once somebody has played some matches. */
export type Speed = 'off' | 'fast' | 'normal' | 'slow' | 'auto'
/** Whether to notify me when it is my turn: nobody has asked, yes, no. */
type Notify = 'unasked' | 'on' | 'off'
/** Where nothing moves: a picture stays until the reader asks for the next, or for a while, or only the end is shown. */
export type Stills = 'wait' | 'timed' | 'end'

export const LANGUAGES: readonly Language[] = ['en', 'de']
export const THEMES: readonly Theme[] = ['auto', 'day', 'night']
export const SPEEDS: readonly Speed[] = ['auto', 'slow', 'normal', 'fast', 'off']
export const STILLS: readonly Stills[] = ['wait', 'timed', 'end']

const FACTOR: Record<Exclude<Speed, 'auto'>, number> = { off: 0, fast: 0.5, normal: 1, slow: 1.8 }
/** After so many matches everything becomes quicker by itself, by this factor. */
export const MATCHES_TO_QUICKEN = 10
const QUICKENED = 0.65
const KEY = 'slugfest.settings'

interface Stored {
  language: Language
  theme: Theme
  speed: Speed
  stills: Stills
  sound: boolean
  /** Vibrate with a blow, where the device can. */
  vibration: boolean
  /** Matches that somebody has played to an end in this browser. */
  finished: number
  /** Ask before a move that would be a waste. */
  askFirst: boolean
  /** Ask also where nothing is to be decided. */
  askAll: boolean
  notify: Notify
  /** Show what is called to everybody at a table. */
  calls: boolean
  /** Play games by plugin on the plain board, also where they bring their own. */
  plainBoard: boolean
}

function languageOfBrowser(): Language {
  return typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'
}

/** Before `auto` was offered, `normal` was stored for everybody: there it is no choice. */
function storedSpeed({ speed, finished }: Partial<Record<keyof Stored, unknown>>): Speed {
  return speed === 'normal' && finished === undefined ? 'auto' : offered(SPEEDS, speed, 'auto')
}

/** One of the values offered, or the fallback: what was stored may be from another version of this page. */
function offered<T>(values: readonly T[], value: unknown, fallback: T): T {
  return values.includes(value as T) ? (value as T) : fallback
}

function load(): Stored {
  let stored: Partial<Record<keyof Stored, unknown>> = {}
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as typeof stored
  } catch {
    // No storage, or not ours: the defaults will do.
  }
  return {
    language: offered(LANGUAGES, stored.language, languageOfBrowser()),
    theme: offered(THEMES, stored.theme, 'auto'),
    speed: storedSpeed(stored),
    stills: offered(STILLS, stored.stills, 'wait'),
    sound: stored.sound === true,
    vibration: stored.vibration !== false,
    finished: Number.isSafeInteger(stored.finished) ? Math.max(0, stored.finished as number) : 0,
    askFirst: stored.askFirst !== false,
    askAll: stored.askAll === true,
    notify: offered(['unasked', 'on', 'off'] as const, stored.notify, 'unasked'),
    calls: stored.calls !== false,
    plainBoard: stored.plainBoard === true,
  }
}

export const settings: Stored = $state(load())

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Private windows may forbid it; the choice then lasts as long as the page.
  }
}

/** Another window of this browser has chosen: this one follows. */
export function followSettings({ key }: StorageEvent): void {
  if (key === KEY) Object.assign(settings, load())
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}

export function motionIsUnwelcome(): boolean {
  return matches('(prefers-reduced-motion: reduce)')
}

/** Nothing moves: the device or the reader wants it so. */
export function motionless(): boolean {
  return motionIsUnwelcome() || settings.speed === 'off'
}

/** The stage hurries when it lags behind, and everything that moves hurries with it. */
export const hurry = $state({ factor: 1 })

/** Whether everything has become quicker by itself. */
export const hasQuickened = (): boolean => settings.finished >= MATCHES_TO_QUICKEN

function factor(speed: Speed): number {
  return speed === 'auto' ? (hasQuickened() ? QUICKENED : 1) : FACTOR[speed]
}

/** How much longer or shorter than written everything takes; 0 where nothing should move. */
export function pace(): number {
  return motionless() ? 0 : factor(settings.speed) * hurry.factor
}

export function isNight(): boolean {
  return settings.theme === 'night' || (settings.theme === 'auto' && matches('(prefers-color-scheme: dark)'))
}

/** Write the choices where the styles look for them. */
export function applySettings(root: HTMLElement = document.documentElement): void {
  root.lang = settings.language
  root.dataset.theme = isNight() ? 'night' : 'day'
  root.style.setProperty('--speed', String(pace()))
}
