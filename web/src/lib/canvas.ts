/** Pictures to share, drawn in the page: nothing is sent anywhere, and letters and colours are those of the page. */

export const WIDTH = 1200
export const HEIGHT = 630
export const EDGE = 44

/** Colours of the page, so that the picture has the theme and the game's accent. */
function inks(): (name: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (name) => style.getPropertyValue(name).trim() || '#1b1714'
}

export interface Blank {
  canvas: HTMLCanvasElement
  pen: Pen
  ink: Ink
  display: (size: number) => string
  body: (size: number) => string
}

/** An empty picture and what it is drawn with, once the letters are there. */
export async function blank(): Promise<Blank> {
  await Promise.all(
    ['400 40px Bangers', '700 24px "Atkinson Hyperlegible Next Variable"'].map((font) =>
      document.fonts?.load(font),
    ),
  )
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const ink = inks()
  const display = (size: number): string => `400 ${size}px Bangers, Impact, sans-serif`
  const body = (size: number): string => `700 ${size}px "Atkinson Hyperlegible Next Variable", sans-serif`
  return { canvas, pen, ink, display, body }
}

export type Pen = CanvasRenderingContext2D
export type Ink = (name: string) => string

export function paper(pen: Pen, ink: Ink): void {
  pen.fillStyle = ink('--paper')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.fillStyle = ink('--paper-dot')
  for (let y = 6; y < HEIGHT; y += 14)
    for (let x = 6; x < WIDTH; x += 14) {
      pen.beginPath()
      pen.arc(x, y, 1.8, 0, 7)
      pen.fill()
    }
}

export function panel(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  line: string,
): void {
  pen.fillStyle = 'rgb(0 0 0 / 0.85)'
  pen.fillRect(x + 8, y + 8, width, height)
  pen.fillStyle = fill
  pen.fillRect(x, y, width, height)
  pen.strokeStyle = line
  pen.lineWidth = 4
  pen.strokeRect(x, y, width, height)
}

export function burst(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  line: string,
): void {
  const spikes = 14
  pen.beginPath()
  for (let index = 0; index < spikes * 2; index++) {
    const wobble = Math.sin(index * 12.9898) * 0.5 + 0.5
    const radius = index % 2 === 0 ? 0.9 + wobble * 0.14 : 0.7 + wobble * 0.06
    const angle = (index / (spikes * 2)) * 2 * Math.PI - Math.PI / 2
    pen.lineTo(x + Math.cos(angle) * width * radius, y + Math.sin(angle) * height * radius)
  }
  pen.closePath()
  pen.fillStyle = fill
  pen.fill()
  pen.strokeStyle = line
  pen.lineWidth = 4
  pen.lineJoin = 'round'
  pen.stroke()
}

/** One line, smaller if it must be. */
export function fitted(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  room: number,
  align: CanvasTextAlign = 'left',
): void {
  pen.textAlign = align
  pen.fillText(text, x, y, room)
}

/** Words over several lines; what does not fit ends in dots. */
export function wrapped(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  room: number,
  step: number,
  most: number,
): void {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const longer = line ? `${line} ${word}` : word
    if (pen.measureText(longer).width <= room || !line) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  if (lines.length > most) lines.splice(most - 1, lines.length, `${lines[most - 1]} …`)
  lines.forEach((line, index) => pen.fillText(line, x, y + index * step, room))
}

export function pictureFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob ? resolve(new File([blob], name, { type: 'image/png' })) : reject(new Error('no picture')),
      'image/png',
    ),
  )
}
