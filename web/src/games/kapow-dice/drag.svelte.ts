/** A die that follows the finger. Up to a few pixels it is still a tap. */

const FAR = 9

export class Drag {
  die: number | null = $state(null)
  x = $state(0)
  y = $state(0)
  /** Far enough from where it began not to be a tap. */
  far = $state(false)
  #fromX = 0
  #fromY = 0

  begin(event: PointerEvent, die: number): void {
    this.die = die
    this.far = false
    this.x = this.#fromX = event.clientX
    this.y = this.#fromY = event.clientY
  }

  move(event: PointerEvent): void {
    this.x = event.clientX
    this.y = event.clientY
    this.far ||= Math.hypot(this.x - this.#fromX, this.y - this.#fromY) > FAR
  }

  /** The die that was carried somewhere, if one was. */
  end(): number | null {
    const carried = this.far ? this.die : null
    this.cancel()
    return carried
  }

  cancel(): void {
    this.die = null
    this.far = false
  }
}

/** What lies under the finger and carries a mark of this name: the mark's value. */
export function under(event: PointerEvent, mark: 'area' | 'box'): string | undefined {
  const element = document.elementFromPoint(event.clientX, event.clientY) as HTMLElement | null
  return element?.closest<HTMLElement>(`[data-${mark}]`)?.dataset[mark]
}
