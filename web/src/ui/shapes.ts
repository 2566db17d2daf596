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

/** The corners of a star around a middle, as SVG writes them: by corner how far out it lies, from 0 to 1 and more. */
export function starPoints(
  spikes: number,
  middle: readonly [x: number, y: number],
  reach: (corner: number) => number,
  bend: (side: number) => number = (side) => side,
): string {
  return Array.from({ length: spikes * 2 }, (_, corner) => {
    const angle = (corner / (spikes * 2)) * 2 * Math.PI - Math.PI / 2
    const [x, y] = middle
    const far = reach(corner)
    return `${(x + x * far * bend(Math.cos(angle))).toFixed(1)},${(y + y * far * bend(Math.sin(angle))).toFixed(1)}`
  }).join(' ')
}

/** What a face shows. */
export type Mood = 'calm' | 'hurt' | 'angry' | 'triumphant'
export const MOODS: readonly Mood[] = ['calm', 'hurt', 'angry', 'triumphant']

/** Where the eyes or the mouth of a face are: layers of one feature share one object. */
export interface Feature {
  part: 'eyes' | 'mouth'
  x: number
  y: number
  /** Eyes: from the middle to each of them. */
  gap: number
  /** Radius of an eye, or half the width of a mouth. */
  size: number
  /** What closed eyes and brows are drawn with: something that stands out from the face. */
  paint: Paint
}

export type Layer = readonly [paint: Paint, path: string, feature?: Feature]
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
    ...asEyes(cx, cy - h * 0.05, half * 0.46, half * 0.26, 'white', ['white', eye(-1)], ['white', eye(1)]),
  ]
}

/** Layers that are the eyes of a face: in another mood others stand in their place. */
export function asEyes(
  x: number,
  y: number,
  gap: number,
  size: number,
  paint: Paint,
  ...layers: Layer[]
): Layer[] {
  const feature: Feature = { part: 'eyes', x, y, gap, size, paint }
  return layers.map(([fill, path]) => [fill, path, feature])
}

/** Layers that are the mouth of a face. */
export function asMouth(x: number, y: number, width: number, ...layers: Layer[]): Layer[] {
  const feature: Feature = { part: 'mouth', x, y, gap: 0, size: width / 2, paint: 'ink' }
  return layers.map(([fill, path]) => [fill, path, feature])
}

/** Two round eyes that look sideways (-1 left, 1 right) . */
export const eyes = (cx: number, cy: number, gap: number, radius: number, look = 0): Layer[] =>
  asEyes(
    cx,
    cy,
    gap,
    radius,
    'ink',
    ...[-1, 1].flatMap((side): Layer[] => [
      ['paper', disc(cx + side * gap, cy, radius)],
      ['ink', disc(cx + side * gap + look * radius * 0.35, cy + radius * 0.1, radius * 0.45)],
    ]),
  )

/** Two dots for eyes. */
export const dots = (cx: number, cy: number, gap: number, radius: number): Layer[] =>
  asEyes(cx, cy, gap, radius * 1.5, 'ink', ['ink', disc(cx - gap, cy, radius) + disc(cx + gap, cy, radius)])

/** A mouth: up is a smile, down a frown. */
export const smile = (cx: number, cy: number, width: number, depth: number): Layer =>
  asMouth(cx, cy + depth * 0.5, width, [
    'line',
    `M${n(cx - width / 2)} ${n(cy)}Q${n(cx)} ${n(cy + depth * 2)} ${n(cx + width / 2)} ${n(cy)}`,
  ])[0]!

/** A grin with teeth. */
export const grin = (cx: number, cy: number, width: number, depth: number): Layer[] =>
  asMouth(cx, cy + depth * 0.4, width, ...teeth(cx, cy, width, depth))

const teeth = (cx: number, cy: number, width: number, depth: number): Layer[] => [
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

// ---- moods -------------------------------------------------------------------------------------------------------

/** A thick chevron around a point; at 0 degrees it points to the right. */
function chevron(cx: number, cy: number, radius: number, degrees: number): string {
  const along = (x: number, y: number): Point => {
    const angle = (degrees * Math.PI) / 180
    const [u, v] = [x * radius, y * radius]
    return [cx + u * Math.cos(angle) - v * Math.sin(angle), cy + u * Math.sin(angle) + v * Math.cos(angle)]
  }
  return poly(
    along(-0.9, -1.05),
    along(-0.45, -1.25),
    along(0.95, 0),
    along(-0.45, 1.25),
    along(-0.9, 1.05),
    along(0.1, 0),
  )
}

/** Brows that come down towards the nose. */
function frown({ x, y, gap, size, paint }: Feature): Layer {
  const brow = (side: number): string => {
    const [outer, inner] = [x + side * (gap + size * 1.25), x + side * (gap - size * 1.05)]
    const thick = Math.max(1.3, size * 0.5)
    return poly(
      [outer, y - size * 1.55],
      [outer, y - size * 1.55 - thick],
      [inner, y - size * 0.65 - thick],
      [inner, y - size * 0.65],
    )
  }
  return [paint, sides(gap).map(brow).join('')]
}

/** Who has lost an eye, or hides one, has a single eye in the middle of its feature. */
const sides = (gap: number): number[] => (gap === 0 ? [-1] : [-1, 1])

/** The eyes of a face in a mood other than calm; an angry one keeps its own under heavy brows. */
function eyesIn(mood: Mood, feature: Feature, own: Layer[]): Layer[] {
  const { x, y, gap, size, paint } = feature
  const radius = Math.max(2.2, size)
  if (mood === 'angry') return [...own, frown(feature)]
  const turn = (side: number): number => (mood === 'triumphant' ? -90 : side < 0 ? 0 : 180)
  return [
    [
      paint,
      sides(gap)
        .map((side) => chevron(x + side * gap, y, radius, turn(side)))
        .join(''),
    ],
  ]
}

function mouthIn(mood: Mood, { x, y, size }: Feature): Layer[] {
  const half = Math.max(3.2, size)
  if (mood === 'hurt')
    return [
      ['ink', oval(x, y + 1, half * 0.7, Math.min(4.5, half * 0.75))],
      ['red', oval(x, y + 2.2, half * 0.38, 1.3)],
    ]
  if (mood === 'triumphant') return teeth(x, y - 2.2, half * 2.4, Math.min(7, half * 1.25))
  const [left, top, width, height] = [x - half, y - 1.8, half * 2, 4.2]
  const gaps = [0.25, 0.5, 0.75].map((part) => `M${n(left + width * part)} ${n(top)}V${n(top + height)}`)
  return [
    ['white', box(left, top, width, height, 1)],
    ['line', box(left, top, width, height, 1) + gaps.join('')],
  ]
}

/** Eyes and mouth of a mood, for a face that is drawn elsewhere: an angry one keeps its own eyes. */
export const features = (mood: Mood, eyes: Feature, mouth: Feature): Layer[] =>
  mood === 'calm' ? [] : [...eyesIn(mood, eyes, []), ...mouthIn(mood, mouth)]

/** The same picture with another face: only eyes, brows and mouth change. */
export function inMood(picture: Picture, mood: Mood): Picture {
  if (mood === 'calm') return picture
  const done = new Set<Feature>()
  return picture.flatMap((layer): Layer[] => {
    const [, , feature] = layer
    if (!feature) return [layer]
    if (done.has(feature)) return []
    done.add(feature)
    const own = picture.filter(([, , other]) => other === feature)
    return feature.part === 'eyes' ? eyesIn(mood, feature, own) : mouthIn(mood, feature)
  })
}
