/** What whoever hosts the server asks it, and how a player reports a name. Loaded with these pages. */

import { request } from './api'
import type {
  AdminAction,
  AdminOverview,
  AdminPeople,
  AuditLog,
  BackupMade,
  EnterAdmin,
  ReportName,
} from './wire'

export const hosting = {
  enter: (token: string): Promise<AdminOverview> =>
    request('/api/admin/enter', { token } satisfies EnterAdmin),
  overview: (): Promise<AdminOverview> => request('/api/admin'),
  guests: (name: string): Promise<AdminPeople> =>
    request(`/api/admin/guests?${new URLSearchParams({ name })}`),
  audit: (after: string): Promise<AuditLog> =>
    request(`/api/admin/audit?${new URLSearchParams(after ? { after } : {})}`),
  act: (action: AdminAction): Promise<AdminOverview> => request('/api/admin/act', action),
  backup: (): Promise<BackupMade> => request('/api/admin/backup', {}),
  leave: (): Promise<null> => request('/api/admin/leave', {}),
  report: (match: string, seat: number): Promise<null> =>
    request(`/api/matches/${encodeURIComponent(match)}/report`, { seat } satisfies ReportName),
}
