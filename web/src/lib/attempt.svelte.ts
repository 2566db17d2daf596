/** Something that a page asks of the server once somebody has pressed a button: under way, refused, or with a note. */

import type { ApiError } from './api'
import { failureText } from './failure'

export class Attempt {
  /** An answer is awaited: the buttons rest. */
  busy = $state(false)
  /** Why it did not work, in the server's words where it has some. */
  problem = $state('')
  /** What else is to be said, such as that somebody changed their mind. */
  note = $state('')

  /** Do it; a text that it comes back with is the note. */
  async make(work: () => Promise<unknown>): Promise<void> {
    this.busy = true
    this.problem = this.note = ''
    try {
      const said = await work()
      if (typeof said === 'string') this.note = said
    } catch (error) {
      this.problem = failureText(error as ApiError)
    }
    this.busy = false
  }
}
