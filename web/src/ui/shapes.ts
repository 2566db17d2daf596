/**
 * The drawing kit behind every emblem: a few plain shapes on a square of 64 by 64, written as SVG path data.
 *
 * A picture is a list of layers, painted in order. All of them are outlined with the same ink, so a drawing
 * never says how thick a line is; it only says which paint fills a shape.
 */

/** What fills a shape. `line` is an outline alone; `ink` and `shade` have none. */
type Paint =
  | 'main'
  | 'deep'
  | 'tint'
  | 'paper'
  | 'gold'
  | 'red'
  | 'steel'
  | 'wood'
  | 'skin'
  | 'tan'
  | 'umber'
  | 'bark'
  | 'ink'
  | 'white'
  | 'shade'
  | 'line'

export type Layer = readonly [paint: Paint, path: string]
export type Picture = readonly Layer[]

/** The colours a picture brings along: clothes, their shadow, the paper behind. */
export interface Tint {
  main: string
  deep: string
  tint: string
}

export type Point = readonly [x: number, y: number]

const n = (value: number): string => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`

export const polar = (cx: number, cy: number, radius: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
}

export const poly = (...points: Point[]): string => `M${points.map(at).join('L')}Z`

/** An ellipse, turned by some degrees. */
export const oval = (cx: number, cy: number, rx: number, ry: number, turn = 0): string => {
  const from = at(polar(cx, cy, rx, turn + 180))
  const to = at(polar(cx, cy, rx, turn))
  const arc = `A${n(rx)} ${n(ry)} ${n(turn)} 1 0 `
  return `M${from}${arc}${to}${arc}${from}Z`
}

export const disc = (cx: number, cy: number, radius: number): string => oval(cx, cy, radius, radius)

/** A rectangle with round corners. */
export const box = (x: number, y: number, width: number, height: number, radius = 2): string => {
  const r = Math.min(radius, width / 2, height / 2)
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`
  return (
    `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${corner(r, r)}v${n(height - 2 * r)}${corner(-r, r)}` +
    `h${n(2 * r - width)}${corner(-r, -r)}v${n(2 * r - height)}${corner(r, -r)}Z`
  )
}

/** A star with any number of points; the first points up. */
export const star = (
  cx: number,
  cy: number,
  points: number,
  outer: number,
  inner: number,
  turn = 0,
): string => {
  const corners: Point[] = []
  for (let i = 0; i < points * 2; i++)
    corners.push(polar(cx, cy, i % 2 ? inner : outer, turn - 90 + (i * 180) / points))
  return poly(...corners)
}

/** A cog wheel. */
export const gear = (cx: number, cy: number, teeth: number, outer: number, inner: number): string => {
  const step = 360 / teeth
  const corners: Point[] = []
  for (let i = 0; i < teeth; i++) {
    const angle = i * step - 90
    corners.push(
      polar(cx, cy, inner, angle - step * 0.32),
      polar(cx, cy, outer, angle - step * 0.2),
      polar(cx, cy, outer, angle + step * 0.2),
      polar(cx, cy, inner, angle + step * 0.32),
    )
  }
  return poly(...corners)
}

/** A flash of lightning that fills a rectangle. */
export const bolt = (x: number, y: number, width: number, height: number): string => {
  const outline: Point[] = [
    [0.55, 0],
    [0.05, 0.56],
    [0.42, 0.56],
    [0.25, 1],
    [0.95, 0.36],
    [0.56, 0.36],
    [0.85, 0],
  ]
  return poly(...outline.map(([u, v]): Point => [x + u * width, y + v * height]))
}

/** A crown with three points that stands on (x, y + height). */
export const crown = (x: number, y: number, width: number, height: number): string =>
  poly(
    [x, y + height * 0.25],
    [x + width * 0.27, y + height * 0.6],
    [x + width / 2, y],
    [x + width * 0.73, y + height * 0.6],
    [x + width, y + height * 0.25],
    [x + width * 0.9, y + height],
    [x + width * 0.1, y + height],
  )

/** The mask every second hero wears: a dark band with two white eyes. */
export const mask = (cx: number, cy: number, width: number): Layer[] => {
  const half = width / 2
  const h = width * 0.2
  const eye = (side: number): string => {
    const x = cx + side * half * 0.46
    return (
      `M${n(x - side * half * 0.28)} ${n(cy + h * 0.25)}Q${n(x)} ${n(cy - h * 0.75)} ` +
      `${n(x + side * half * 0.3)} ${n(cy - h * 0.35)}Q${n(x + side * half * 0.1)} ${n(cy + h * 0.8)} ` +
      `${n(x - side * half * 0.28)} ${n(cy + h * 0.25)}Z`
    )
  }
  const band =
    `M${n(cx - half)} ${n(cy - h)}Q${n(cx)} ${n(cy - h * 0.5)} ${n(cx + half)} ${n(cy - h)}` +
    `Q${n(cx + half)} ${n(cy + h)} ${n(cx + half * 0.5)} ${n(cy + h)}Q${n(cx + half * 0.15)} ${n(cy + h)} ` +
    `${n(cx)} ${n(cy + h * 0.3)}Q${n(cx - half * 0.15)} ${n(cy + h)} ${n(cx - half * 0.5)} ${n(cy + h)}` +
    `Q${n(cx - half)} ${n(cy + h)} ${n(cx - half)} ${n(cy - h)}Z`
  return [
    ['ink', band],
    ['white', eye(-1)],
    ['white', eye(1)],
  ]
}

/** Two round eyes that look sideways (-1 left, 1 right) . */
export const eyes = (cx: number, cy: number, gap: number, radius: number, look = 0): Layer[] =>
  [-1, 1].flatMap((side): Layer[] => [
    ['paper', disc(cx + side * gap, cy, radius)],
    ['ink', disc(cx + side * gap + look * radius * 0.35, cy + radius * 0.1, radius * 0.45)],
  ])

/** A mouth: up is a smile, down a frown. */
export const smile = (cx: number, cy: number, width: number, depth: number): Layer => [
  'line',
  `M${n(cx - width / 2)} ${n(cy)}Q${n(cx)} ${n(cy + depth * 2)} ${n(cx + width / 2)} ${n(cy)}`,
]

/** A grin with teeth. */
export const grin = (cx: number, cy: number, width: number, depth: number): Layer[] => [
  [
    'white',
    `M${n(cx - width / 2)} ${n(cy)}H${n(cx + width / 2)}Q${n(cx + width * 0.4)} ${n(cy + depth)} ${n(cx)} ${n(cy + depth)}` +
      `Q${n(cx - width * 0.4)} ${n(cy + depth)} ${n(cx - width / 2)} ${n(cy)}Z`,
  ],
  [
    'line',
    `M${n(cx - width / 2)} ${n(cy)}H${n(cx + width / 2)}Q${n(cx + width * 0.4)} ${n(cy + depth)} ${n(cx)} ${n(cy + depth)}` +
      `Q${n(cx - width * 0.4)} ${n(cy + depth)} ${n(cx - width / 2)} ${n(cy)}Z`,
  ],
]

/** Shoulders that rise from the lower edge. */
export const shoulders = (top = 50, left = 10, right = 54): string =>
  `M${n(left)} 62Q${n(left)} ${n(top)} 32 ${n(top)}Q${n(right)} ${n(top)} ${n(right)} 62Z`
