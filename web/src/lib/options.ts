/** The agreements before a game: what may be chosen, in words, and how many can sit down to it. */

import type { Opaque } from './board'
import { t, words } from './i18n'
import type { GameInfo, OptionInfo, OptionValue } from './wire'

export type Chosen = Record<string, Opaque>

/** Every option at its default, then what was chosen, as long as it is still offered at this number of seats. */
export function settle(options: readonly OptionInfo[], chosen: Chosen, seats: number): Chosen {
  return Object.fromEntries(
    options.map((option) => {
      const value = chosen[option.key] ?? option.default
      return [option.key, isOffered(option, value, seats) ? value : defaultAt(option, seats)]
    }),
  )
}

/** The default, or the first value there is where the default is not offered. */
function defaultAt(option: OptionInfo, seats: number): unknown {
  if (isOffered(option, option.default, seats)) return option.default
  return offers(option, seats)[0]?.value ?? option.default
}

export function isSwitch(option: OptionInfo): boolean {
  const values = option.choices?.map((choice) => choice.value) ?? []
  return values.length === 2 && values.includes(true) && values.includes(false)
}

export function isNumber(option: OptionInfo): boolean {
  return option.choices === null && !option.seat_choice
}

const fits = (choice: OptionValue, seats: number): boolean =>
  choice.seats === null || choice.seats.includes(seats)

/** The values of an option with names: what the game offers, and the seats where a seat may be chosen. */
export function offers(option: OptionInfo, seats: number): { value: Opaque; name: string; about?: string }[] {
  const named = (option.choices ?? [])
    .filter((choice) => fits(choice, seats))
    .map((choice) => ({
      value: choice.value,
      name: words(choice.name),
      ...(choice.about && { about: words(choice.about) }),
    }))
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

/** Whether there is anything to choose at this number of seats, with what else was chosen. */
export const isOpen = (option: OptionInfo, seats: number, chosen: Chosen): boolean =>
  (!option.only_with || option.only_with.values.includes(chosen[option.only_with.key])) &&
  (isNumber(option) || offers(option, seats).length > 1)

/** Nobody has to read it to begin: a detail that no other option has opened, as the rules have it. */
export const isFinePrint = (option: OptionInfo): boolean => option.detail && option.only_with === null

/** The value of an option in words. */
export function sayValue(option: OptionInfo, value: unknown, seats: number): string {
  if (isNumber(option)) return String(value)
  return offers(option, seats).find((offer) => offer.value === value)?.name ?? ''
}

/** What the chosen value means, in a line, where the game says so. */
export const aboutValue = (option: OptionInfo, value: unknown): string =>
  words(option.choices?.find((choice) => choice.value === value)?.about)

// ---- how many play ---------------------------------------------------------------------------------------------

/** Every value of this option is for one number of seats only: it is chosen first, and the seats follow. */
export function decidesSeats(option: OptionInfo): boolean {
  const choices = option.choices ?? []
  return choices.length > 1 && !option.seat_choice && choices.every(({ seats }) => seats?.length === 1)
}

/** The option that is chosen before anything else, if the game has one. */
export const leadOf = (game: GameInfo): OptionInfo | null => game.options.find(decidesSeats) ?? null

/** All values of the option that leads, whatever the number of seats is now. */
export const leads = (option: OptionInfo): { value: Opaque; name: string }[] =>
  (option.choices ?? []).map(({ value, name }) => ({ value, name: words(name) }))

/** The number of seats that a value of the leading option asks for. */
export function seatsFor(option: OptionInfo, value: unknown, now: number): number {
  const seats = option.choices?.find((choice) => choice.value === value)?.seats ?? null
  return seats === null || seats.includes(now) ? now : (seats[0] ?? now)
}
