/** What members ask about their clubs. Loaded with these pages. */

import { request } from './api'
import type {
  Announce,
  Club,
  Dissolve,
  JoinClub,
  MyClubs,
  NewClub,
  Season,
  SetRole,
  ShowTable,
  WithdrawNote,
} from './wire'

const to = (club: string, end = ''): string => `/api/clubs/${encodeURIComponent(club)}${end}`

export const clubs = {
  mine: (): Promise<MyClubs> => request('/api/clubs'),
  found: (name: string): Promise<Club> => request('/api/clubs', { name } satisfies NewClub),
  club: (club: string): Promise<Club> => request(to(club)),
  join: (club: string, invite: string): Promise<Club> =>
    request('/api/clubs/join', { club, invite } satisfies JoinClub),
  leave: (club: string): Promise<null> => request(to(club, '/leave'), {}),
  dissolve: (club: string): Promise<null> =>
    request(to(club, '/dissolve'), { sure: true } satisfies Dissolve),
  setRole: (club: string, member: string, role: SetRole['role']): Promise<Club> =>
    request(to(club, '/member'), { member, role } satisfies SetRole),
  renewInvite: (club: string): Promise<Club> => request(to(club, '/invite'), {}),
  announce: (club: string, text: string): Promise<Club> =>
    request(to(club, '/note'), { text } satisfies Announce),
  withdraw: (club: string, note: string): Promise<Club> =>
    request(to(club, '/note/remove'), { note } satisfies WithdrawNote),
  show: (club: string, match: string): Promise<Club> =>
    request(to(club, '/tables'), { match } satisfies ShowTable),
  season: (club: string, since: number): Promise<Season> => request(to(club, `/season?since=${since}`)),
}

export const calendarAddress = (club: string): string => to(club, '/calendar')
export const exportAddress = (club: string): string => to(club, '/export')
