/** The screens of time: clocks, nudges, seats handed over, leaving. */

import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Match } from '../lib/match.svelte'
import { paceOf } from '../lib/pace'
import { settings } from '../lib/settings.svelte'
import type { ClientMessage, MatchInfo, Pace, SeatClock, SeatInfo } from '../lib/wire'
import { gameInfo, matchInfo, seat, snapshot, viewOf } from '../testing'
import Lobby from '../screens/Lobby.svelte'
import Clocks from './Clocks.svelte'
import IdleBars from './IdleBars.svelte'
import LeaveDialog from './LeaveDialog.svelte'
import PaceForm from './PaceForm.svelte'

const NOW = 1_000_000_000
const resting: SeatClock = { reserve: 180_000, starts: null, decide_until: null, deadline: null }
const running = (decision: number, reserve: number): SeatClock => ({
  reserve,
  starts: NOW,
  decide_until: NOW + decision,
  deadline: NOW + decision + reserve,
})

/** A table whose line says what it is given, and keeps what it is asked. */
function tableOf(info: MatchInfo): { match: Match; asked: ClientMessage[] } {
  const asked: ClientMessage[] = []
  let channel: { onmessage: ((event: { data: string }) => void) | null } = { onmessage: null }
  const match = new Match('m1', {
    open: () => {
      const line = {
        send: (text: string) => void asked.push(JSON.parse(text) as ClientMessage),
        close: () => {},
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      channel = line
      return line
    },
    later: () => () => {},
    random: () => 0.5,
  })
  match.open()
  channel.onmessage?.({ data: JSON.stringify({ ...snapshot(1, [], viewOf()), match: info }) })
  return { match, asked }
}

const people = (...more: Partial<SeatInfo>[]): SeatInfo[] =>
  ['Ada', 'Bo', 'Cy'].map((name, index) => seat(name, { you: index === 0, ...more[index] }))
const timed = (more: Partial<MatchInfo>): MatchInfo =>
  matchInfo({ pace: paceOf('live'), now: NOW, teams: [[0], [1], [2]], seats: people(), ...more })

beforeEach(() => {
  settings.language = 'en'
  vi.useFakeTimers()
  vi.setSystemTime(50_000)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  settings.notify = 'unasked'
})

describe('clocks', () => {
  const show = (info: MatchInfo, room?: 'one'): void => {
    const { match } = tableOf(info)
    render(Clocks, { info, clock: match.clock, names: ['Ada', 'Bo', 'Cy'], room })
  }
  const clocksShown = (): string[] =>
    screen.getAllByRole('listitem').map((one) => one.textContent.replace(/\s+/g, ' ').trim())

  test('are there for everybody, mine first, in words for those who listen', async () => {
    show(timed({ clocks: [running(60_000, 180_000), running(5_000, 0), resting], owing: [0, 1] }))
    expect(clocksShown()).toEqual([
      'you: 4 minutes left 1 1:00 +3:00',
      'Bo: 5 seconds left 2 ! 0:05',
      'Cy: 3 minutes in reserve 3 +3:00',
    ])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(clocksShown()[1]).toBe('Bo: 3 seconds left 2 ! 0:03')
  })

  test('say when the reserve runs, and speak up only now and then', async () => {
    show(timed({ clocks: [running(40_000, 30_000), resting, resting], owing: [0] }))
    const status = screen.getByRole('status')
    const read = new Set<string>()
    for (let second = 0; second < 71; second += 1) {
      read.add(status.textContent)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    read.add(status.textContent)
    expect([...read]).toEqual([
      '1 minute 10 seconds left.',
      '1 minute left.',
      '30 seconds left.',
      '10 seconds left.',
      'Time is up.',
    ])
  })

  test('where there is little room, only the one that matters', () => {
    show(timed({ clocks: [resting, running(60_000, 0), running(30_000, 0)], owing: [1, 2] }), 'one')
    expect(clocksShown()).toEqual(['Cy: 30 seconds left 3 0:30'])
  })

  test('of bots, and of seats that bots have taken over, there are none', () => {
    const seats = people({}, { kind: 'bot', level: 'easy' }, { stand_in: true, why: 'time' })
    show(timed({ seats, clocks: [running(60_000, 0), resting, resting], owing: [0] }))
    expect(clocksShown().length).toBe(1)
  })
})

describe('somebody who keeps the others waiting', () => {
  const idle = { since: NOW - 120_000, nudge_from: NOW - 60_000, hand_from: NOW - 60_000 }
  const show = (info: MatchInfo): ClientMessage[] => {
    const { match, asked } = tableOf(info)
    render(IdleBars, { match, info, names: ['Ada', 'Bo', 'Cy'] })
    return asked
  }

  test('may be nudged, and their seat handed to a bot', () => {
    const asked = show(timed({ seats: people({}, idle), owing: [1] }))
    expect(screen.getByText('Everyone has been waiting for Bo for 2 minutes.')).toBeTruthy()
    screen.getByRole('button', { name: 'Nudge' }).click()
    expect(asked.at(-1)).toMatchObject({ type: 'nudge', seat: 1 })
    screen.getByRole('button', { name: 'Give seat to a bot' }).click()
    expect(asked.at(-1)).toMatchObject({ type: 'hand', seat: 1, agree: true })
  })

  test('is no more spoken of, in this decision, to somebody who has closed the bar', async () => {
    const info = timed({ seats: people({}, idle), owing: [1] })
    const { match } = tableOf(info)
    const props = { match, names: ['Ada', 'Bo', 'Cy'] }
    const { rerender } = render(IdleBars, { ...props, info })
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('button')).toBeNull()
    await rerender({ info: timed({ seats: people({}, { ...idle, since: NOW - 90_000 }), owing: [1] }) })
    expect(screen.getByRole('button', { name: 'Nudge' })).toBeTruthy()
  })

  test('is left alone until the time has come', async () => {
    show(
      timed({ seats: people({}, { ...idle, nudge_from: NOW + 5_000, hand_from: NOW + 9_000 }), owing: [1] }),
    )
    expect(screen.queryByRole('button')).toBeNull()
    await vi.advanceTimersByTimeAsync(5_500)
    expect(screen.getByRole('button', { name: 'Nudge' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Give seat to a bot' })).toBeNull()
  })

  test('is not pointed at by somebody who is waited for, too', () => {
    show(timed({ seats: people({}, idle), owing: [0, 1] }))
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('sees the countdown, and stops it by touching anything, once', async () => {
    const handing = { seat: 0, by: [1], at: NOW + 30_000, needs: 0 }
    const asked = show(timed({ owing: [0], handing }))
    expect(screen.getByText('Your seat goes to a bot in 30 seconds. Touch anything to keep it.')).toBeTruthy()
    const before = asked.length
    await fireEvent.pointerDown(document.body)
    await fireEvent.keyDown(document.body, { key: 'a' })
    expect(asked.slice(before)).toMatchObject([{ type: 'here' }])
  })

  test('others see who asked, and may agree or think again', () => {
    const waiting = { seat: 1, by: [2], at: null, needs: 1 }
    const asked = show(timed({ seats: people({}, { hand_from: NOW - 1 }), owing: [1], handing: waiting }))
    expect(
      screen.getByText(/Cy would like to give Bo’s seat to a bot. One more player has to agree./),
    ).toBeTruthy()
    screen.getByRole('button', { name: 'Hand it over' }).click()
    expect(asked.at(-1)).toMatchObject({ type: 'hand', seat: 1, agree: true })
  })

  test('whoever asked may stop the countdown', () => {
    const asked = show(timed({ owing: [1], handing: { seat: 1, by: [0], at: NOW + 20_000, needs: 0 } }))
    expect(screen.getByText('Bo’s seat goes to a bot in 20 seconds.')).toBeTruthy()
    screen.getByRole('button', { name: 'Cancel' }).click()
    expect(asked.at(-1)).toMatchObject({ type: 'hand', seat: 1, agree: false })
  })
})

describe('leaving says what will happen', () => {
  const show = (info: MatchInfo): { said: string; asked: ClientMessage[] } => {
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true
    }
    const { match, asked } = tableOf(info)
    render(LeaveDialog, { open: true, close: () => {}, match, info })
    return { said: screen.getByRole('dialog', { hidden: true }).textContent, asked }
  }

  test('without a clock the seat is kept, and the others wait', () => {
    const { said } = show(timed({ pace: paceOf('none') }))
    expect(said).toContain('nobody plays for you')
    expect(said).not.toContain('clock')
  })

  test('with a clock that runs it is said how much is left, and what then', () => {
    const { said } = show(timed({ clocks: [running(60_000, 0), resting, resting] }))
    expect(said).toContain('you have 1 minute left')
    expect(said).toContain('a bot (medium) plays for you until')
  })

  test('over days the time for a decision is said', () => {
    const strict: Pace = { ...paceOf('days'), then: 'give_up' }
    const { said } = show(timed({ pace: strict, clocks: [resting, resting, resting] }))
    expect(said).toContain('2 days per decision')
    expect(said).toContain('lose your seat for good')
  })

  test('whoever resigns sees what it comes to, and asked once more', async () => {
    const { said, asked } = show(timed({ resigning: 'lose' }))
    expect(said).toContain('you lose')
    const dialog = within(screen.getByRole('dialog', { hidden: true }))
    await fireEvent.click(dialog.getByRole('button', { name: 'Resign', hidden: true }))
    expect(asked.some(({ type }) => type === 'resign')).toBe(false)
    await fireEvent.click(dialog.getByRole('button', { name: 'Yes, I resign', hidden: true }))
    expect(asked.at(-1)).toMatchObject({ type: 'resign' })
  })

  test('a draw is offered only where there can be one', () => {
    expect(show(timed({})).said).not.toContain('Offer a draw')
    document.body.innerHTML = ''
    const { asked } = show(timed({ can_draw: true }))
    screen.getByRole('button', { name: 'Offer a draw', hidden: true }).click()
    expect(asked.at(-1)).toMatchObject({ type: 'draw', agree: true })
  })
})

describe('the pace', () => {
  test('is the host’s to choose, and says what happens when time runs out', async () => {
    const change = vi.fn()
    render(PaceForm, { pace: paceOf('none'), seats: 2, change })
    expect(screen.getByText(/There is no rush/)).toBeTruthy()
    await fireEvent.click(screen.getByRole('radio', { name: 'live, with a clock' }))
    expect(change).toHaveBeenCalledWith(paceOf('live'))
  })

  test('takes the host’s own numbers, within what the table accepts', async () => {
    const change = vi.fn()
    const { rerender } = render(PaceForm, { pace: paceOf('live'), seats: 2, change })
    expect(screen.queryByRole('spinbutton')).toBeNull()
    await fireEvent.click(screen.getByRole('radio', { name: 'custom' }))
    expect(change).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: /More.*Seconds in reserve/i }))
    expect(change).toHaveBeenLastCalledWith({ ...paceOf('live'), reserve: 210 })
    await fireEvent.change(screen.getByLabelText('Seconds per decision'), { target: { value: '2' } })
    expect(change).toHaveBeenLastCalledWith({ ...paceOf('live'), decision: 5 })
    await fireEvent.change(screen.getByLabelText('Seconds added per decision'), { target: { value: '500' } })
    expect(change).toHaveBeenLastCalledWith({ ...paceOf('live'), gain: 60 })
    // Whoever comes back to it later finds the numbers open.
    await rerender({ pace: { ...paceOf('live'), decision: 90 } })
    expect(screen.getByText('1 minute 30 seconds per decision + 3 minutes reserve')).toBeTruthy()
    await fireEvent.click(screen.getByRole('radio', { name: /^20 seconds/ }))
    expect(change).toHaveBeenLastCalledWith({ ...paceOf('live'), decision: 20, reserve: 60, gain: 2 })
  })

  test('is read by everybody else', () => {
    render(PaceForm, { pace: { ...paceOf('days'), then: 'give_up' }, seats: 2 })
    expect(screen.getByText('2 days per decision')).toBeTruthy()
    expect(screen.getByText('If your time runs out, you lose the match.')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

describe('a match over days', () => {
  const lobby = (pace: Pace): void => {
    const info = matchInfo({ status: 'lobby', pace, seats: people() })
    const { match } = tableOf(info)
    render(Lobby, { match, info, game: gameInfo(), me: 'Ada', rename: () => {} })
  }

  test('asks whoever sits down to it once whether we shall notify when it is their turn', async () => {
    vi.stubGlobal('Notification', { permission: 'default' })
    lobby(paceOf('days'))
    await fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }))
    expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull()
    expect(settings.notify).toBe('off')
  })

  test('is the only one that asks before it has begun', () => {
    vi.stubGlobal('Notification', { permission: 'default' })
    lobby(paceOf('live'))
    expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull()
  })
})
