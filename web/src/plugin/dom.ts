/**
 * A picture of the page in plain objects, and the few changes that make the page like it: so a board without a build step
 * draws itself whole on every update and keeps focus, scrolling and running animations.
 */

export type Child = Piece | string | number | boolean | null | undefined | readonly Child[]
export type Properties = Record<string, unknown>

export interface Piece {
  tag: string
  properties: Properties
  children: readonly Child[]
}

/** One element: `h('p', { class: 'note' }, 'Hello')`. Functions are listeners, `key` identifies list items. */
export const h = (tag: string, properties: Properties | null = null, ...children: Child[]): Piece => ({
  tag,
  properties: properties ?? {},
  children,
})

type Flat = Piece | string

function flat(children: readonly Child[], found: Flat[] = []): Flat[] {
  for (const child of children) {
    if (Array.isArray(child)) flat(child as readonly Child[], found)
    else if (typeof child === 'string' || typeof child === 'number') found.push(String(child))
    else if (child && typeof child === 'object') found.push(child as Piece)
  }
  return found
}

const SVG = 'http://www.w3.org/2000/svg'
const drawn = new WeakMap<Node, Piece>()

const keyOf = (one: Flat): unknown => (typeof one === 'string' ? undefined : one.properties.key)

/** Make the content of an element what these pieces say. */
export function render(target: Element, ...children: Child[]): void {
  const wanted = flat(children)
  const free = [...target.childNodes]
  const keyed = new Map<unknown, ChildNode>()
  for (const node of free) {
    const key = drawn.get(node)?.properties.key
    if (key !== undefined) keyed.set(key, node)
  }
  const fits = (node: ChildNode, one: Flat): boolean =>
    typeof one === 'string'
      ? node.nodeType === Node.TEXT_NODE
      : drawn.get(node)?.tag === one.tag && drawn.get(node)?.properties.key === keyOf(one)
  const used = new Set<ChildNode>()
  const nodes = wanted.map((one) => {
    const key = keyOf(one)
    const known = key === undefined ? free.find((node) => !used.has(node) && fits(node, one)) : keyed.get(key)
    const node = known && !used.has(known) && fits(known, one) ? known : made(one, target)
    used.add(node)
    return node
  })
  for (const node of free) if (!used.has(node)) node.remove()
  nodes.forEach((node, index) => {
    if (target.childNodes[index] !== node) target.insertBefore(node, target.childNodes[index] ?? null)
    const one = wanted[index]!
    if (typeof one !== 'string') paint(node as Element, one)
    else if (node.textContent !== one) node.textContent = one
  })
}

function made(one: Flat, parent: Element): ChildNode {
  if (typeof one === 'string') return document.createTextNode(one)
  const vector = one.tag === 'svg' || (parent.namespaceURI === SVG && parent.localName !== 'foreignObject')
  return vector ? document.createElementNS(SVG, one.tag) : document.createElement(one.tag)
}

function paint(element: Element, piece: Piece): void {
  const before = drawn.get(element)
  drawn.set(element, piece)
  for (const name of Object.keys(before?.properties ?? {}))
    if (!(name in piece.properties)) set(element, name, undefined)
  for (const [name, value] of Object.entries(piece.properties))
    if (value !== before?.properties[name]) set(element, name, value)
  render(element, ...piece.children)
  const { ref } = piece.properties
  if (!before && typeof ref === 'function') (ref as (element: Element) => void)(element)
}

function set(element: Element, name: string, value: unknown): void {
  if (name === 'key' || name === 'ref') return
  if (name.startsWith('on')) {
    Reflect.set(element, name, typeof value === 'function' ? value : null)
  } else if (name === 'style' && value && typeof value === 'object') {
    element.removeAttribute('style')
    for (const [key, one] of Object.entries(value))
      if (one !== undefined && one !== null) (element as HTMLElement).style.setProperty(key, String(one))
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(name)
  } else if (value === true && !name.startsWith('aria-')) {
    element.setAttribute(name, '')
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, String(value))
  }
}
