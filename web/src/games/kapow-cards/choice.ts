/**
 * What the player is putting together before it becomes a move: cards of the hand, a target, or one of the buttons.
 * Every tap is a pure step from one choice to the next; it may also be refused, or ask for the move to be made.
 */

import { sameTarget, type Target } from './places'
import type { Move as Parts } from './facts'
import { attackOn, attackParts, attacksWith, cardsOf, targetsOf, type Legal, type Move } from './moves'

export type Action = 'barricade' | 'recruit' | 'pass'

export interface Choice {
  cards: string[]
  target: Target | null
  action: Action | null
}

export const NOTHING: Choice = { cards: [], target: null, action: null }

export const isNothing = (choice: Choice): boolean => !choice.cards.length && !choice.target && !choice.action

export interface Step {
  choice: Choice
  /** The same thing was tapped twice: make the move. */
  confirm?: boolean
  /** Not possible; the engine knows why. */
  refused?: boolean
}

/** The legal move that a choice amounts to, if it is complete. */
export function moveOf(legal: readonly Legal[], choice: Choice): Legal | undefined {
  const [card] = choice.cards
  if (choice.action === 'pass') return legal.find((move) => move.kind === 'pass')
  if (choice.action === 'recruit')
    return legal.find(
      (move) =>
        move.kind === 'recruit' && (move.discard === null || (move.discard === card && single(choice))),
    )
  if (choice.action === 'barricade')
    return legal.find((move) => move.kind === 'barricade' && move.card === card && single(choice))
  return choice.target ? attackOn(legal, choice.cards, choice.target) : undefined
}

const single = (choice: Choice): boolean => choice.cards.length === 1

export const canDo = (legal: readonly Legal[], action: Action): boolean =>
  legal.some((move) => move.kind === action)

/** Recruiting with a full hand costs a card, chosen first (KC-36). */
export const mustDiscard = (legal: readonly Legal[]): boolean =>
  legal.some((move) => move.kind === 'recruit' && move.discard !== null)

/** Whether some legal move uses all of these cards, as the chosen action or, without one, in any way. */
export function viable(legal: readonly Legal[], cards: readonly string[], action: Action | null): boolean {
  return legal.some((move) => {
    if (action && move.kind !== action) return false
    const used = cardsOf(move)
    return cards.every((card) => used.includes(card))
  })
}

/** The cards of the hand that can be added to the choice, or could start one. */
export function offered(legal: readonly Legal[], choice: Choice, hand: readonly string[]): string[] {
  if (choice.action && needsCard(legal, choice.action))
    return hand.filter((card) => viable(legal, [card], choice.action))
  return hand.filter((card) => !choice.cards.includes(card) && viable(legal, [...choice.cards, card], null))
}

/** The targets that the chosen cards may attack. */
export const aims = (legal: readonly Legal[], choice: Choice): Target[] =>
  choice.action ? [] : targetsOf(legal, choice.cards)

const keepTarget = (
  legal: readonly Legal[],
  cards: readonly string[],
  target: Target | null,
): Target | null => (target && (attackOn(legal, cards, target) || !cards.length) ? target : null)

/** A card of the hand is tapped. */
export function tapCard(legal: readonly Legal[], choice: Choice, card: string): Step {
  if (choice.action && needsCard(legal, choice.action)) {
    if (!viable(legal, [card], choice.action)) return { choice, refused: true }
    if (single(choice) && choice.cards[0] === card) return { choice, confirm: !!moveOf(legal, choice) }
    return { choice: { ...choice, cards: [card] } }
  }
  const free: Choice = { ...choice, action: null }
  if (choice.cards.includes(card)) {
    const cards = choice.cards.filter((other) => other !== card)
    return {
      choice: { ...free, cards, target: cards.length ? keepTarget(legal, cards, choice.target) : null },
    }
  }
  const cards = [...choice.cards, card]
  if (viable(legal, cards, null))
    return { choice: { ...free, cards, target: keepTarget(legal, cards, choice.target) } }
  if (!viable(legal, [card], null)) return { choice, refused: true }
  // These do not go together: say why, and start anew with the card just tapped.
  return {
    choice: { ...free, cards: [card], target: keepTarget(legal, [card], choice.target) },
    refused: true,
  }
}

/** A card of an opponent is tapped. */
export function tapTarget(legal: readonly Legal[], choice: Choice, target: Target): Step {
  const cards = choice.action ? [] : choice.cards
  if (!cards.length) {
    const possible = legal.some((move) => move.kind === 'attack' && sameTarget(move.target, target))
    return possible ? { choice: { cards: [], target, action: null } } : { choice, refused: true }
  }
  if (!attackOn(legal, cards, target)) return { choice, refused: true }
  if (sameTarget(choice.target, target)) return { choice, confirm: true }
  return { choice: { cards, target, action: null } }
}

/** One of the buttons, the deck or an empty slot of one's own is tapped. */
export function tapAction(legal: readonly Legal[], choice: Choice, action: Action): Step {
  if (!canDo(legal, action)) return { choice, refused: true }
  if (choice.action === action) return { choice, confirm: !!moveOf(legal, choice) }
  const keeps = single(choice) && viable(legal, choice.cards, action) && needsCard(legal, action)
  return { choice: { cards: keeps ? choice.cards : [], target: null, action } }
}

/** Whether an action takes a card of the hand along. */
const needsCard = (legal: readonly Legal[], action: Action): boolean =>
  action === 'barricade' || (action === 'recruit' && mustDiscard(legal))

/** One step back: first the target, then the button, then the cards. */
export function stepBack(choice: Choice): Choice {
  if (choice.target) return { ...choice, target: null }
  if (choice.action) return { ...choice, action: null }
  return NOTHING
}

/** The choice that a move stands for, to take over a hint. */
export function choiceOf(move: Move): Choice {
  if (move.kind === 'attack') return { cards: [...move.cards], target: move.target, action: null }
  return { cards: cardsOf(move), target: null, action: move.kind }
}

/** What is left of a choice in a new position: all of it or nothing. */
export function stillPossible(legal: readonly Legal[], choice: Choice): Choice {
  if (choice.target && choice.cards.length) return moveOf(legal, choice) ? choice : NOTHING
  if (choice.action && !canDo(legal, choice.action)) return NOTHING
  return viable(legal, choice.cards, choice.action) && (legal.length || isNothing(choice)) ? choice : NOTHING
}

/** What the chosen cards attack with, as the engine says; null if they do not attack as they are. */
export const valueOf = (legal: readonly Legal[], cards: readonly string[]): number | null =>
  attacksWith(legal, cards)[0]?.forecast.value ?? null

/** The slot a barricaded card would go to, counted from 0; -1 if none can be barricaded. */
export function slotOf(legal: readonly Legal[]): number {
  return (legal.find((move) => move.kind === 'barricade')?.forecast.slot ?? 0) - 1
}

// ---- what somebody means who taps something that is not possible: the engine says why not ----------------------

/** An action that the buttons do not offer. */
export function meantAction(action: Action, hand: readonly string[]): Parts {
  if (action === 'barricade') return [action, hand[0] ?? '']
  return action === 'recruit' ? [action, null] : [action]
}

/** An attack with these cards on this target; without cards, with any that could attack. */
export function meantAttack(
  legal: readonly Legal[],
  cards: readonly string[],
  target: Target,
  hand: readonly string[],
): Parts {
  const able = legal.find((move) => move.kind === 'attack')
  const meant = cards.length ? cards : able ? cardsOf(able) : hand.slice(0, 1)
  return attackParts(meant, target)
}

/** What cards come to that were tapped before anything was legal: those that can begin a choice, one after the other. */
export function chosenEarly(legal: readonly Legal[], cards: readonly string[]): Choice {
  return cards.reduce((choice, card) => {
    const step = tapCard(legal, choice, card)
    return step.refused || step.confirm ? choice : step.choice
  }, NOTHING)
}
