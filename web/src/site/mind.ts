/**
 * A worker that thinks, seen from the worker with the table. The page makes it and ends it; what is thought goes from one
 * worker to the other. Firefox can wait for ever where a worker makes a worker of its own while a service worker begins.
 */

import type { FromTable, FromThinker, ToThinker } from './messages'

type Post = (message: FromTable, hand?: Transferable[]) => void

export class Mind {
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null = null
  onerror: (() => void) | null = null
  private readonly line: MessagePort

  constructor(
    readonly number: number,
    private readonly post: Post,
  ) {
    const { port1, port2 } = new MessageChannel()
    this.line = port1
    this.line.onmessage = (event: MessageEvent<FromThinker>) => this.onmessage?.(event)
    post({ type: 'mind', mind: number, port: port2 }, [port2])
  }

  postMessage(message: ToThinker): void {
    this.line.postMessage(message)
  }

  terminate(): void {
    this.line.close()
    this.post({ type: 'mindEnds', mind: this.number })
  }
}
