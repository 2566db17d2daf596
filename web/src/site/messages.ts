/** The messages between the page and the worker with the local server. Messages about matches are in `lib/wire.ts`. */

import type { Parts } from './python'

/** A file that `scripts/python.mjs` made. */
export interface PackedFile {
  name: string
  bytes: number
}

export interface PythonFiles {
  /** What Pyodide wants to know about itself. */
  lock: string
  asm: PackedFile
  wasm: PackedFile
  library: PackedFile
  engine: PackedFile
}

/** Why nothing is kept, or nothing goes on. */
export type Fault =
  /** The browser gives us no storage at all: what is played is lost with the page. */
  | 'unkept'
  /** There is no more room: the last moves are not kept yet. */
  | 'full'
  /** Somebody has cleared the storage while we played. */
  | 'cleared'
  /** Python could not be loaded, or has failed. */
  | 'broken'

export type ToTable =
  | {
      type: 'start'
      folder: string
      /** For names of our invention. */
      language: string
      /** How long a bot waits with its move, at least (ms); the default of the server if absent. */
      delay?: number
    }
  | { type: 'request'; id: number; method: string; path: string; body: string; guest: string }
  | { type: 'open'; channel: number; path: string; guest: string }
  | { type: 'send'; channel: number; text: string }
  | { type: 'close'; channel: number }
  /** Keep what could not be kept, now. */
  | { type: 'retry' }
  /** Write what is unwritten and say goodbye. */
  | { type: 'end' }
  | { type: 'ping' }
  /** The mind of this number could not be made, or has died. */
  | { type: 'mindFailed'; mind: number }

export type FromTable =
  | { type: 'progress'; step: 'python' | 'rules' | 'matches'; loaded: number; total: number }
  /** So many rows were kept before. */
  | { type: 'ready'; rows: number }
  | { type: 'answer'; id: number; status: number; body: string }
  | { type: 'message'; channel: number; text: string }
  | { type: 'closed'; channel: number; code: number }
  | { type: 'fault'; fault: Fault; detail: string }
  | { type: 'mended' }
  | { type: 'ended' }
  | { type: 'pong' }
  /** Make a worker that thinks, and give it this: it talks with the table alone. */
  | { type: 'mind'; mind: number; port: MessagePort }
  | { type: 'mindEnds'; mind: number }

/** From the page to the worker that thinks: where the rest arrives. */
export interface Introduction {
  port: MessagePort
}

/** To the worker that thinks: all that Python is made of, once, and then one question after another. */
export type ToThinker = { type: 'start'; parts: Parts } | { type: 'think'; id: number; question: string }

export type FromThinker = { type: 'ready' } | { type: 'thought'; id: number; text: string }
