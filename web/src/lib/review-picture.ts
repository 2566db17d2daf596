/** The picture of a review, drawn in the page: nothing is sent anywhere, and the letters are those of the page. */

import { account, signed, TERMS, WIN, type Term } from './review.svelte'
import { blank, burst, EDGE, fitted, panel, paper, WIDTH, wrapped, type Ink, type Pen } from './canvas'
import type { Review } from './wire'

export interface PictureWords {
  game: string
  verdict: string
  result: string
  terms: Record<Term, string>
  names: string[]
}

export async function drawReview(
  review: Review,
  seat: number,
  seats: number[],
  said: PictureWords,
  accent: { fill: string; ink: string },
): Promise<HTMLCanvasElement> {
  const { canvas, pen, ink, display, body } = await blank()
  paper(pen, ink)
  // The head: whose book, which game.
  panel(pen, EDGE, 36, WIDTH - 2 * EDGE, 96, accent.fill, ink('--line'))
  pen.fillStyle = accent.ink
  pen.font = display(58)
  pen.textBaseline = 'middle'
  fitted(pen, said.game, EDGE + 26, 87, 780)
  pen.textAlign = 'right'
  pen.font = display(40)
  pen.fillText('SLUGFEST', WIDTH - EDGE - 26, 88)
  pen.textAlign = 'left'

  // The sentence, and how it ended.
  panel(pen, EDGE, 156, 640, 136, ink('--panel'), ink('--line'))
  pen.fillStyle = ink('--ink')
  pen.font = display(44)
  wrapped(pen, said.verdict, EDGE + 24, 196, 590, 50, 2)
  burst(pen, 1010, 224, 150, 74, accent.fill, ink('--line'))
  pen.fillStyle = accent.ink
  pen.font = display(48)
  pen.textAlign = 'center'
  fitted(pen, said.result.toUpperCase(), 1010, 226, 220, 'center')
  pen.textAlign = 'left'

  bars(pen, review, seat, said, ink, body, display)
  chart(pen, review, seats, said, ink, body)
  return canvas
}

function bars(
  pen: Pen,
  review: Review,
  seat: number,
  said: PictureWords,
  ink: Ink,
  body: (size: number) => string,
  display: (size: number) => string,
): void {
  const { terms, result } = account(review, seat)
  const [left, top, width, height] = [EDGE, 320, 540, 266]
  panel(pen, left, top, width, height, ink('--panel'), ink('--line'))
  const most = Math.max(50, ...TERMS.map((term) => Math.abs(terms[term])))
  const [begin, room] = [left + 214, 238]
  const middle = begin + room / 2
  TERMS.forEach((term, index) => {
    const y = top + 36 + index * 48
    pen.fillStyle = ink('--ink')
    pen.font = body(23)
    fitted(pen, said.terms[term], left + 20, y, 186)
    pen.fillStyle = ink('--panel-2')
    pen.fillRect(begin, y - 15, room, 30)
    const amount = terms[term]
    const length = (Math.abs(amount) / most) * (room / 2)
    pen.fillStyle = term === 'par' ? ink('--info') : amount < 0 ? ink('--bad') : ink('--good')
    pen.fillRect(amount < 0 ? middle - length : middle, y - 15, length, 30)
    pen.fillStyle = ink('--line')
    pen.fillRect(middle - 1.5, y - 15, 3, 30)
    pen.strokeStyle = ink('--line')
    pen.lineWidth = 2
    pen.strokeRect(begin, y - 15, room, 30)
    pen.fillStyle = ink('--ink')
    pen.font = body(26)
    pen.textAlign = 'right'
    pen.fillText(term === 'par' ? `${amount}` : signed(amount), left + width - 18, y)
    pen.textAlign = 'left'
  })
  pen.fillStyle = ink('--line')
  pen.fillRect(left + 20, top + 208, width - 40, 3)
  pen.font = display(36)
  pen.fillStyle = ink('--ink')
  fitted(pen, said.result, left + 20, top + 238, 360)
  pen.textAlign = 'right'
  pen.fillText(`= ${result}`, left + width - 18, top + 238)
  pen.textAlign = 'left'
}

const DASHES = [[], [14, 8], [3, 8], [18, 6, 3, 6]]

function chart(
  pen: Pen,
  review: Review,
  seats: number[],
  said: PictureWords,
  ink: Ink,
  body: (size: number) => string,
): void {
  const [left, top, width, height] = [614, 320, 542, 266]
  panel(pen, left, top, width, height, ink('--panel'), ink('--line'))
  const last = Math.max(1, review.line.at(-1)?.step ?? 1)
  const x = (step: number): number => left + 20 + (step / last) * (width - 40)
  const y = (amount: number): number => top + 16 + (1 - amount / WIN) * (height - 76)
  pen.strokeStyle = ink('--line-soft')
  pen.lineWidth = 2
  for (const level of [0, 0.5, 1]) {
    pen.beginPath()
    pen.moveTo(x(0), y(level * WIN))
    pen.lineTo(x(last), y(level * WIN))
    pen.stroke()
  }
  let at = left + 20
  seats.slice(0, 4).forEach((seat, index) => {
    const colour = ink(`--seat-${(seat % 6) + 1}`)
    pen.strokeStyle = colour
    pen.lineWidth = 6
    pen.lineJoin = 'round'
    pen.setLineDash(DASHES[index % DASHES.length] ?? [])
    pen.beginPath()
    for (const point of review.line) pen.lineTo(x(point.step), y(point.together[seat] ?? 0))
    pen.stroke()
    pen.setLineDash([])
    pen.fillStyle = colour
    pen.font = body(22)
    const room = (width - 40) / Math.min(4, seats.length) - 12
    fitted(pen, said.names[seat] ?? '', at, top + height - 24, room)
    at += room + 12
  })
}
