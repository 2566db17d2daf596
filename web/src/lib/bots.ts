import { t } from './i18n'
import type { Level } from './wire'

export const BOT_LEVELS: readonly Level[] = ['easy', 'medium', 'hard']

const isLevel = (name: string): name is Level => (BOT_LEVELS as readonly string[]).includes(name)

/** A bot as people say it: a level in their language, any other by its own name and with its options behind it. */
export function levelName(name: string): string {
  if (isLevel(name)) return t(`level.${name}`)
  const [own = name, ...options] = name.split(':')
  return options.length ? `${own} (${options.join(', ').replaceAll('=', ' ')})` : own
}
