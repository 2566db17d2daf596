/** What is asked once: over HTTP, or of the table in this page. A refusal arrives as a `Problem`; anything else that goes wrong is a problem of ours. */

import { dress } from './accents'
import { host } from './host'
import { portraits } from './portraits.svelte'
import type {
  AddPasskey,
  Branch,
  Claim,
  Claimed,
  ClaimName,
  CorrectEvent,
  CourseInfo,
  Created,
  DeviceMatch,
  DevicePeople,
  DirectEvent,
  EventInfo,
  FinishedMatches,
  Found,
  Forget,
  GameInfo,
  JoinEvent,
  LeaveEvent,
  MatchReview,
  Me,
  MyEvents,
  NewEvent,
  NewMatch,
  PasskeyOptions,
  PersonaInfo,
  PlayNow,
  Problem,
  Profile,
  PublicProfile,
  PushSettings,
  PuzzleConsent,
  PuzzlesInfo,
  ReleaseName,
  RemovePasskey,
  Rename,
  Replay,
  ReplayViews,
  Seating,
  SeatPlayers,
  MatchRatings,
  MyRatings,
  SetPush,
  ShowProfile,
  SignedIn,
  SignIn,
  SubscribePush,
  UnsubscribePush,
  Reach,
  Ticket,
  UseTicket,
  WantPasskey,
} from './wire'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.code ?? `HTTP ${status}`)
  }
}

/** No answer at all: no network, or the server is down. */
export const OFFLINE = 0

export async function request<T>(path: string, body?: object): Promise<T> {
  let response: { status: number; body: string }
  try {
    response = await host.request(body === undefined ? 'GET' : 'POST', path, body && JSON.stringify(body))
  } catch {
    throw new ApiError(OFFLINE, null)
  }
  const answer = parsed(response.body)
  if (response.status >= 300) throw new ApiError(response.status, isProblem(answer) ? answer : null)
  return answer as T
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'text' in answer
}

/** An option's value as an address writes it. */
const spell = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : `${value}`)

export const eventAt = (id: string): string => `/api/events/${encodeURIComponent(id)}`

const gameDetails = new Map<string, Promise<GameInfo>>()

export const api = {
  async games(): Promise<GameInfo[]> {
    const games = await request<GameInfo[]>('/api/games')
    dress(games)
    return games
  },

  /**
   * With rules and catalogue; these never change while the page is open, so they are fetched once. A match that was
   * begun by an older version of the rules has the numbers of that one.
   */
  game(id: string, rules?: number): Promise<GameInfo> {
    const version = rules ? `?rules=${rules}` : ''
    const address = `/api/games/${encodeURIComponent(id)}${version}`
    let known = gameDetails.get(address)
    if (!known) {
      known = request<GameInfo>(address).then((game) => {
        dress([game])
        portraits.learn(game)
        return game
      })
      known.catch(() => gameDetails.delete(address))
      gameDetails.set(address, known)
    }
    return known
  },

  /** Who would play together, with so many seats and these options. */
  seating(game: string, seats: number, options: Record<string, unknown>): Promise<Seating> {
    const asked = Object.entries(options).map(([key, value]) => [key, spell(value)])
    const query = new URLSearchParams([['seats', `${seats}`], ...asked])
    return request(`/api/games/${encodeURIComponent(game)}/seating?${query}`)
  },

  course: (game: string): Promise<CourseInfo> => request(`/api/games/${encodeURIComponent(game)}/course`),

  /** Who the bots are. */
  personas: (): Promise<PersonaInfo[]> => request('/api/personas'),

  /** Today's puzzle, another one (of a game, if one is named), and how I do. */
  puzzles: (game = ''): Promise<PuzzlesInfo> =>
    request(`/api/puzzles?${new URLSearchParams(game ? { game } : {})}`),

  /** Who I am; `onMe` is called with it, too. */
  async me(): Promise<Me> {
    const me = await request<Me>('/api/me')
    api.onMe(me)
    return me
  },
  onMe: (_: Me): void => {},
  finished(game: string, against: string, skip: number): Promise<FinishedMatches> {
    const asked = Object.entries({ game, against, skip: skip ? `${skip}` : '' }).filter(([, value]) => value)
    return request(`/api/me/matches?${new URLSearchParams(asked)}`)
  },
  profile: (): Promise<Profile> => request('/api/me/profile'),
  reach: (): Promise<Reach> => request('/api/reach'),
  ticket: (): Promise<Ticket> => request('/api/me/ticket', {}),
  async carry(ticket: string): Promise<Me> {
    const me = await request<Me>('/api/me/carry', { ticket } satisfies UseTicket)
    api.onMe(me)
    return me
  },
  consent: (given: boolean): Promise<null> => request('/api/me/puzzles', { given } satisfies PuzzleConsent),
  /** My claimed name, and how I sign in with it. */
  claim: (): Promise<Claim> => request('/api/me/claim'),
  claimName: (wanted: ClaimName): Promise<Claimed> => request('/api/me/claim', wanted),
  releaseName: (): Promise<Claim> => request('/api/me/claim/release', { sure: true } satisfies ReleaseName),
  newCode: (): Promise<Claimed> => request('/api/me/claim/code', {}),
  wantPasskey: (wanted: WantPasskey): Promise<PasskeyOptions> =>
    request('/api/me/claim/passkey/options', wanted),
  addPasskey: (passkey: AddPasskey['passkey']): Promise<Claim> =>
    request('/api/me/claim/passkey', { passkey } satisfies AddPasskey),
  removePasskey: (passkey_id: string): Promise<Claim> =>
    request('/api/me/claim/passkey/remove', { passkey_id } satisfies RemovePasskey),
  showProfile: (wanted: ShowProfile): Promise<Claim> => request('/api/me/claim/profile', wanted),
  signInOptions: (): Promise<PasskeyOptions> => request('/api/sign-in/options', {}),
  signIn: (wanted: SignIn): Promise<SignedIn> => request('/api/sign-in', wanted),
  signOut: (): Promise<null> => request('/api/sign-out', {}),
  /** Messages to my browsers when no page is open. */
  push: (): Promise<PushSettings> => request('/api/me/push'),
  subscribePush: (browser: SubscribePush): Promise<PushSettings> => request('/api/me/push/devices', browser),
  unsubscribePush: (endpoint: string): Promise<PushSettings> =>
    request('/api/me/push/devices/remove', { endpoint } satisfies UnsubscribePush),
  setPush: (wanted: SetPush): Promise<PushSettings> => request('/api/me/push/settings', wanted),
  /** The profile that somebody shows to others. */
  myEvents: (): Promise<MyEvents> => request('/api/me/events'),

  newEvent: (wanted: NewEvent): Promise<Created> => request('/api/events', wanted),

  /** An event; null if it is still as I know it. */
  event: (id: string, known = 0): Promise<EventInfo | null> => request(`${eventAt(id)}?known=${known}`),

  joinEvent: (id: string, wanted: JoinEvent): Promise<EventInfo> => request(`${eventAt(id)}/join`, wanted),

  leaveEvent: (id: string, wanted: LeaveEvent): Promise<EventInfo> => request(`${eventAt(id)}/leave`, wanted),

  directEvent: (id: string, wanted: DirectEvent): Promise<EventInfo> =>
    request(`${eventAt(id)}/direct`, wanted),

  correctEvent: (id: string, wanted: CorrectEvent): Promise<EventInfo> =>
    request(`${eventAt(id)}/results`, wanted),

  player: (name: string): Promise<PublicProfile> => request(`/api/player?${new URLSearchParams({ name })}`),
  /** Who sits at a table under a claimed name. */
  players: (match: string): Promise<SeatPlayers> =>
    request(`/api/matches/${encodeURIComponent(match)}/players`),
  ratings: (): Promise<MyRatings> => request('/api/me/ratings'),
  /** Everybody's rating at a table, and what the match changed if it is over. */
  matchRatings: (match: string): Promise<MatchRatings> =>
    request(`/api/matches/${encodeURIComponent(match)}/ratings`),
  forget: (): Promise<null> => request('/api/me/forget', { sure: true } satisfies Forget),
  rename: (name: string): Promise<Me> => request('/api/me', { name } satisfies Rename),
  /** The open seat that fits me best, or a table of my own that is open to anybody. */
  playNow: (wanted: PlayNow): Promise<Found> => request('/api/play-now', wanted),
  create: (match: NewMatch): Promise<Created> => request('/api/matches', match),
  /** Where there is no server: a match of people who share this device, and who has played here before. */
  createAround: (match: DeviceMatch): Promise<Created> => request('/api/device/matches', match),
  people: (): Promise<DevicePeople> => request('/api/device/people'),
  /** A match that is over, with whose eyes: see `lib/eyes.ts`. */
  replay: (match: string, eyes: number): Promise<Replay> =>
    request(`/api/matches/${encodeURIComponent(match)}/replay?eyes=${eyes}`),
  /** The page of positions that has the one after so many moves. */
  replayViews: (match: string, eyes: number, step: number): Promise<ReplayViews> =>
    request(`/api/matches/${encodeURIComponent(match)}/replay/views?eyes=${eyes}&step=${step}`),
  /** The review of a match that is over, as far as it is there; asking starts it. `whole`: more than the quick one. */
  review: (match: string, whole: boolean): Promise<MatchReview> =>
    request(`/api/matches/${encodeURIComponent(match)}/review?whole=${whole ? 'yes' : 'no'}`),
  /** Play on from a step of a match that is over, for practice. */
  branch: (match: string, from: Branch): Promise<Created> =>
    request(`/api/matches/${encodeURIComponent(match)}/branch`, from),
}

export const recordAddress = (match: string): string => `/api/matches/${encodeURIComponent(match)}/record`
export const qrAddress = (text: string): string => `/api/qr?text=${encodeURIComponent(text)}`
