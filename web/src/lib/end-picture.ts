/** The end of a match as a picture to share: who won, how, and with which blow. */

import { blank, burst, EDGE, fitted, HEIGHT, panel, WIDTH, wrapped, type Pen } from './canvas'

export interface Ending {
  game: string
  /** "Ann wins!" */
  verdict: string
  why: string
  /** The last blow, or nothing. */
  blow: string
  /** The winners first. */
  people: { name: string; won: boolean; face: SVGSVGElement | null }[]
}

/** A face as it stands on the page, as an image: its colours are spelt out, since styles stay behind. */
async function drawn(face: SVGSVGElement): Promise<HTMLImageElement> {
  const mask = getComputedStyle(face).getPropertyValue('--mine').trim() || '#1f5fa8'
  const copy = face.cloneNode(true) as SVGSVGElement
  copy.setAttribute('width', '256')
  copy.setAttribute('height', '256')
  const text = new XMLSerializer().serializeToString(copy).replaceAll('var(--mine)', mask)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
  await image.decode()
  return image
}

function rays(pen: Pen, fill: string): void {
  pen.fillStyle = fill
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = 'rgb(255 255 255 / 0.28)'
  const [x, y] = [WIDTH * 0.3, HEIGHT * 0.56]
  for (let ray = 0; ray < 16; ray += 1) {
    pen.beginPath()
    pen.moveTo(x, y)
    for (const turn of [ray, ray + 0.5]) {
      const angle = (turn / 16) * 2 * Math.PI
      pen.lineTo(x + Math.cos(angle) * WIDTH, y + Math.sin(angle) * WIDTH)
    }
    pen.fill()
  }
  pen.fillStyle = 'rgb(0 0 0 / 0.08)'
  for (let row = 6; row < HEIGHT; row += 14)
    for (let column = 6; column < WIDTH; column += 14) {
      pen.beginPath()
      pen.arc(column, row, 2.4, 0, 7)
      pen.fill()
    }
}

export async function drawEnd(
  ending: Ending,
  accent: { fill: string; ink: string },
): Promise<HTMLCanvasElement> {
  const { canvas, pen, ink, display, body } = await blank()
  const faces = await Promise.all(ending.people.map(async ({ face }) => (face ? drawn(face) : null)))
  rays(pen, accent.fill)
  pen.textBaseline = 'middle'

  pen.fillStyle = accent.ink
  pen.font = display(46)
  fitted(pen, ending.game, EDGE, 58, 760)
  pen.font = display(40)
  fitted(pen, 'SLUGFEST', WIDTH - EDGE, 58, 300, 'right')
  pen.textAlign = 'left'

  const winners = ending.people.filter(({ won }) => won).length
  let x = EDGE
  ending.people.forEach(({ name, won }, index) => {
    const size = won ? Math.min(330, 560 / Math.max(1, winners)) : 150
    const top = won ? 130 : 600 - 150 - 44
    const face = faces[index]
    if (face) pen.drawImage(face, x, top, size, size)
    pen.font = body(won ? 32 : 24)
    const wide = Math.min(size, pen.measureText(name).width + 24)
    const below = won ? top + size + 4 : 562
    panel(pen, x + (size - wide) / 2, below, wide, won ? 44 : 36, ink('--panel'), ink('--line'))
    pen.fillStyle = ink('--ink')
    fitted(pen, name, x + size / 2, below + (won ? 24 : 19), size - 16, 'center')
    pen.textAlign = 'left'
    x += size + 16
    if (won && index === winners - 1) x = Math.max(x, 620)
  })

  burst(pen, 880, 210, 290, 100, ink('--panel'), ink('--line'))
  pen.fillStyle = ink('--ink')
  pen.font = display(64)
  fitted(pen, ending.verdict.toUpperCase(), 880, 214, 400, 'center')
  pen.textAlign = 'left'
  panel(pen, 600, 326, WIDTH - 600 - EDGE, 74, ink('--panel'), ink('--line'))
  pen.fillStyle = ink('--ink')
  pen.font = body(26)
  wrapped(pen, ending.blow || ending.why, 620, 350, WIDTH - 660 - EDGE, 30, 2)
  return canvas
}
