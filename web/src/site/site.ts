/** What the page that needs no server adds to the shell (`#site`: `index.ts` there, `none.ts` elsewhere). */

import type { Component } from 'svelte'
import type { Me, Words } from '../lib/wire'

export interface Site {
  /** Called once, before anything is shown. */
  begin(): void
  /** Above every page: how far it is loaded, where it is open, what is wrong. */
  Bar?: Component
  /** At home, instead of what needs a server. */
  Home?: Component<{ me: Me | null }>
  /** The page about this device: what is kept here, in and out. */
  device?: () => Promise<{ default: Component }>
  /** A position on the board, and what bots would do there. */
  analysis?: () => Promise<{ default: Component }>
  /** Where a moment of a match that is over is analysed, and what leads there. */
  analyse?: { address(match: string, step: number): string; text: Words }
  /** What this is, in a sentence or two. */
  intro?: Words
  /** What the fingerprint of a match can and cannot prove here. */
  fairness?: Words
  privacy?: Words
  /** A match, where several people may share the device. */
  match?: () => Promise<{ default: Component<{ id: string }> }>
}
