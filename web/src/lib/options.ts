/** The agreements before a game: what may be chosen, in words. */

import { t, words } from './i18n'
import type { OptionInfo } from './wire'

export type Chosen = Record<string, any>

/** Every option at its default, then what was chosen, as long as it is still offered at this number of seats. */
export function settle(options: readonly OptionInfo[], chosen: Chosen, seats: number): Chosen {
  return Object.fromEntries(
    options.map((option) => {
      const value = chosen[option.key] ?? option.default
      return [option.key, isOffered(option, value, seats) ? value : option.default]
    }),
  )
}

export function isSwitch(option: OptionInfo): boolean {
  const values = option.choices?.map((choice) => choice.value) ?? []
  return values.length === 2 && values.includes(true) && values.includes(false)
}

export function isNumber(option: OptionInfo): boolean {
  return option.choices === null && !option.seat_choice
}

/** The values of an option with names: what the game offers, and the seats where a seat may be chosen. */
export function offers(option: OptionInfo, seats: number): { value: any; name: string }[] {
  const named = (option.choices ?? []).map((choice) => ({ value: choice.value, name: words(choice.name) }))
  if (!option.seat_choice) return named
  const places = Array.from({ length: seats }, (_, seat) => ({
    value: seat + 1,
    name: t('option.seat', { n: seat + 1 }),
  }))
  return [...named, ...places]
}

function isOffered(option: OptionInfo, value: unknown, seats: number): boolean {
  if (isNumber(option)) return typeof value === 'number' && value >= option.low && value <= option.high
  return offers(option, seats).some((offer) => offer.value === value)
}
