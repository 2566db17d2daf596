/**
 * Changed rules of one game: what is edited, what the game's own reader says to it, and the games that bots play with it. No
 * rule and no bound is known here.
 */

import { host, type Channel, type Host } from '../lib/host'
import type {
  FormEntry,
  FormField,
  FormInfo,
  KeptVariant,
  Problem,
  Trial,
  TrialNow,
  VariantChecked,
  VariantDraft,
  VariantEdits,
  VariantFault,
  VariantText,
  Words,
} from '../lib/wire'

const VARIANTS = '/api/variants'
const KEPT = 'slugfest.draft.'
/** How long somebody may go on typing before the reader is asked, and before the whole game is loaded (ms). */
const PAUSE = 250
const LONG_PAUSE = 1_500
const MOST_DEALS = 1_000
const UNNAMED: Words = { en: 'My version', de: 'Meine Version' }
const NO_ANSWER: Words = {
  en: 'No answer. Check your connection and try again.',
  de: 'Keine Antwort. Prüf deine Verbindung und versuch es noch einmal.',
}

type Request = Host['request']
type Open = Host['open']
type Entry = Record<string, unknown>

export const LEVELS = ['greedy', 'easy', 'medium'] as const
export type TrialLevel = (typeof LEVELS)[number]

const empty = (game: string): VariantEdits => ({ game, name: { en: '', de: '' }, change: {}, add: {} })

export class Change {
  form: FormInfo | null = $state.raw(null)
  edits: VariantEdits = $state.raw(empty(''))
  /** What the reader said to what is edited; null while it is asked. */
  checked: VariantChecked | null = $state.raw(null)
  checking = $state(false)
  problem: Words | null = $state.raw(null)
  /** The field that was edited last: a refusal that names none is shown there. */
  last = $state('')

  trial: TrialNow | null = $state.raw(null)
  running = $state(false)
  trialProblem: Words | null = $state.raw(null)

  #line: Channel | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts what the reader is asked and what is edited meanwhile: only the newest answer is about what is edited. */
  #asked = 0
  /** Pieces have come or gone since the form was asked for. */
  #outgrown = false

  constructor(
    readonly game: string,
    private readonly send: Request = (...asked) => host.request(...asked),
    private readonly open: Open = (path) => host.open(path),
  ) {
    this.edits = readDraft(game) ?? empty(game)
  }

  async begin(): Promise<void> {
    await this.#loadForm()
    if (this.changed) await this.#check(true)
  }

  /** Something is changed or added. */
  get changed(): boolean {
    return Object.keys(this.edits.change).length > 0 || Object.keys(this.edits.add).length > 0
  }

  get allowed(): boolean {
    return this.checked !== null && this.checked.id !== '' && !this.checking
  }

  get fault(): VariantFault | null {
    return this.changed ? (this.checked?.fault ?? null) : null
  }

  /** What is wrong with a field, if the refusal is about it. */
  faultAt(field: FormField): Words | null {
    const { fault } = this
    if (!fault) return null
    if (fault.key === field.path || (field.within !== '' && fault.key === field.within)) return fault.text
    return this.last === field.path && !this.#named(fault.key) ? fault.text : null
  }

  #named(key: string): boolean {
    return this.fields().some(({ path, within }) => path === key || (within !== '' && within === key))
  }

  fields = (): FormField[] => (this.form ? fieldsOf(this.form) : [])

  /** What a field has now. */
  valueOf(entry: FormEntry, field: FormField, section: string): unknown {
    if (entry.added < 0)
      return field.path in this.edits.change
        ? this.edits.change[field.path]
        : (this.#inList(field) ?? field.value)
    let value: unknown = this.edits.add[section]?.[entry.added]
    for (const step of field.way) value = (value as Record<string | number, unknown> | undefined)?.[step]
    return value
  }

  isChanged = (entry: FormEntry, field: FormField): boolean =>
    entry.added < 0 && field.path in this.edits.change

  /** What the game itself has there; undefined where a list has become longer. */
  ownValue = (field: FormField): unknown => this.#originals.get(field.path)
  #own: FormInfo | null = null
  #originals = new Map<string, unknown>()

  // ---- lists -----------------------------------------------------------------------------------------------------

  #isList = (path: string): boolean =>
    Array.isArray(this.edits.change[path]) && Array.isArray(this.#originals.get(path))

  /** The list of the game's own content that a field is an element of, if it has become longer or shorter, and its place. */
  #placeIn(field: FormField): [string, number] | null {
    const found = /^(.+)\.(\d+)$/.exec(field.path)
    return found?.[1] !== undefined && this.#isList(found[1]) ? [found[1], Number(found[2]) - 1] : null
  }

  #inList(field: FormField): unknown {
    const place = this.#placeIn(field)
    return place ? (this.edits.change[place[0]] as unknown[])[place[1]] : undefined
  }

  /** One more at the end of a list, like its last one; one of entries gets names of its own. */
  async addTo(section: string, entry: FormEntry, field: FormField): Promise<void> {
    await this.#resize(section, entry, field, (values) => {
      const last = values.at(-1)
      const taken = { [section]: values as Entry[] }
      const more =
        typeof last === 'object' && last !== null
          ? another({ [section]: [last as Entry] }, taken)[section]
          : [last]
      return [...values, ...(more ?? [])]
    })
  }

  async removeFrom(section: string, entry: FormEntry, field: FormField, at: number): Promise<void> {
    await this.#resize(section, entry, field, (values) => values.filter((_, index) => index !== at))
  }

  async #resize(
    section: string,
    entry: FormEntry,
    field: FormField,
    resized: (values: unknown[]) => unknown[],
  ): Promise<void> {
    this.last = field.path
    if (entry.added >= 0) {
      const values = this.valueOf(entry, field, section)
      if (Array.isArray(values)) this.#put(section, entry, field, resized(plain(values)), true)
      return
    }
    const values = await this.#valuesNow(field)
    const inside = `${field.path}.`
    const kept = Object.entries(this.edits.change).filter(
      ([path]) => path !== field.path && !path.startsWith(inside),
    )
    const list = resized(values)
    const back = JSON.stringify(list) === JSON.stringify(this.#originals.get(field.path))
    // First: what is changed inside a list is changed in what it has become.
    const change = Object.fromEntries(back ? kept : [[field.path, list], ...kept])
    this.#edit({ ...this.edits, change }, true)
  }

  /** A list with all that is changed in it. */
  async #valuesNow(field: FormField): Promise<unknown[]> {
    const draft: VariantDraft = { ...plain(this.edits), whole: false }
    const form = this.changed ? await this.#ask<FormInfo>(`${VARIANTS}/form`, draft, true) : null
    const found = form && fieldsOf(form).find(({ path, kind }) => path === field.path && kind === 'list')
    return plain((found?.value ?? this.edits.change[field.path] ?? field.value) as unknown[])
  }

  set(section: string, entry: FormEntry, field: FormField, value: unknown): void {
    this.last = field.path
    if (entry.added >= 0) return this.#put(section, entry, field, value, false)
    const place = this.#placeIn(field)
    if (place) {
      const [path, at] = place
      const list = (this.edits.change[path] as unknown[]).map((one, index) => (index === at ? value : one))
      this.#edit({ ...this.edits, change: { ...this.edits.change, [path]: list } })
      return
    }
    const change = without(this.edits.change, field.path)
    if (JSON.stringify(value) !== JSON.stringify(this.ownValue(field))) change[field.path] = value
    this.#edit({ ...this.edits, change })
  }

  /** Write into a piece of one's own. */
  #put(section: string, entry: FormEntry, field: FormField, value: unknown, shape: boolean): void {
    const add = plain(this.edits.add) as Record<string, Entry[]>
    let holder: unknown = add[section]?.[entry.added]
    for (const step of field.way.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step]
    ;(holder as Record<string | number, unknown>)[field.way.at(-1)!] = value
    this.#edit({ ...this.edits, add }, shape)
  }

  reset(path: string): void {
    const list = this.#isList(path)
    const left = Object.entries(this.edits.change).filter(
      ([one]) => one !== path && !(list && one.startsWith(`${path}.`)),
    )
    this.#edit({ ...this.edits, change: Object.fromEntries(left) }, list)
  }

  /** What it is called at the table; one without a name is mine. */
  get #name(): Words {
    return this.edits.name.en.trim() ? this.edits.name : UNNAMED
  }

  rename(name: string): void {
    this.#edit({ ...this.edits, name: { en: name, de: name } })
  }

  /** Add the example of a new piece; one that is there already gets names of its own. */
  addPiece(): void {
    const { example } = this.form ?? {}
    if (!example) return
    const add = plain(this.edits.add) as Record<string, Entry[]>
    for (const [list, entries] of Object.entries(another(example, add)))
      add[list] = [...(add[list] ?? []), ...entries]
    this.#edit({ ...this.edits, add }, true)
  }

  removePiece(list: string, at: number): void {
    const left = (this.edits.add[list] ?? []).filter((_, index) => index !== at)
    const add = without(this.edits.add, list)
    if (left.length > 0) add[list] = left
    this.#edit({ ...this.edits, add }, true)
  }

  startOver(): void {
    this.stop()
    this.trial = null
    this.#edit(empty(this.game), true)
    this.checked = null
  }

  /** The text of a file or of a link: what it changes is edited on; what is wrong with it is said. */
  async openText(text: string): Promise<boolean> {
    const found = await this.#ask<VariantChecked>(`${VARIANTS}/open`, { file: text } satisfies VariantText)
    if (!found) return false
    if (!found.edits || found.edits.game !== this.game) {
      this.problem = found.fault?.text ?? null
      return false
    }
    this.problem = null
    this.#replaceEdits(found.edits)
    this.checking = false
    this.checked = found
    await this.#loadForm()
    return true
  }

  // ---- the reader ------------------------------------------------------------------------------------------------

  #edit(edits: VariantEdits, shape = false): void {
    this.#replaceEdits(edits)
    this.#outgrown ||= shape
    if (!this.changed) {
      this.checked = null
      this.checking = false
      if (this.#outgrown) void this.#loadForm()
      return
    }
    this.checking = true
    this.#timer = setTimeout(() => void this.#check(false), PAUSE)
  }

  /** What was asked about the edits before is no longer waited for. */
  #replaceEdits(edits: VariantEdits): void {
    this.edits = edits
    keepDraft(edits)
    this.stop()
    this.trial = null
    clearTimeout(this.#timer)
    this.#asked++
  }

  async #check(whole: boolean): Promise<void> {
    const number = ++this.#asked
    this.checking = true
    const draft: VariantDraft = { ...plain(this.edits), name: this.#name, whole }
    const checked = await this.#ask<VariantChecked>(`${VARIANTS}/check`, draft)
    if (number !== this.#asked) return
    this.checking = false
    if (!checked) return
    this.problem = null
    this.checked = checked
    if (this.#outgrown) await this.#loadForm()
    if (number !== this.#asked || whole || !checked.id) return
    this.#timer = setTimeout(() => void this.#check(true), LONG_PAUSE)
  }

  /** With the new pieces, as far as they can be read; what cannot be read keeps the fields that it had. */
  async #loadForm(): Promise<void> {
    this.#outgrown = false
    this.#own ??= await this.#ask<FormInfo>(`/api/games/${encodeURIComponent(this.game)}/form`)
    if (!this.#own) return
    this.#originals = new Map(fieldsOf(this.#own).map((field) => [field.path, field.value]))
    const lists = Object.entries(this.edits.change).filter(([path]) => this.#isList(path))
    if (lists.length === 0 && Object.keys(this.edits.add).length === 0) {
      this.form = this.#own
      return
    }
    const draft: VariantDraft = { ...plain(this.edits), change: Object.fromEntries(lists), whole: false }
    const form = await this.#ask<FormInfo>(`${VARIANTS}/form`, draft, true)
    this.form = form ?? this.form ?? this.#own
  }

  /** What is answered, or null and the problem said; `quiet`: what cannot be read is told of elsewhere. */
  async #ask<T>(path: string, body?: object, quiet = false): Promise<T | null> {
    try {
      const found = await this.send(body ? 'POST' : 'GET', path, body && JSON.stringify(body))
      if (found.status < 300) {
        if (!quiet) this.problem = null
        return JSON.parse(found.body) as T
      }
      if (!quiet) this.problem = (JSON.parse(found.body) as Problem).text
    } catch {
      this.problem = NO_ANSWER
    }
    return null
  }

  // ---- to be played ----------------------------------------------------------------------------------------------

  /** Keep it on this device; the id under which it is played, or null if it was refused after all. */
  async keep(): Promise<string | null> {
    if (!this.checked?.file) return null
    const kept = await this.#ask<KeptVariant>(VARIANTS, { file: this.checked.file } satisfies VariantText)
    return kept?.id ?? null
  }

  // ---- bots try it -----------------------------------------------------------------------------------------------

  run(level: TrialLevel): void {
    const file = this.checked?.file
    if (!file) return
    this.stop()
    this.trial = null
    this.trialProblem = null
    this.running = true
    const line = this.open('/ws/trial')
    this.#line = line
    const wanted: Trial = { file, level, deals: MOST_DEALS }
    line.onopen = () => line.send(JSON.stringify(wanted))
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data) as TrialNow | { type: 'refused'; text: Words } | { type: 'waiting' }
      if (message.type === 'refused') {
        this.trialProblem = message.text
        this.stop()
      } else if (message.type === 'trial') {
        this.trial = message
        if (message.failed || message.deals >= message.most) this.stop()
      }
    }
    line.onclose = () => {
      this.running = false
      if (!this.trial && !this.trialProblem) this.trialProblem = NO_ANSWER
    }
  }

  /** What was counted stays. */
  stop(): void {
    const line = this.#line
    this.#line = null
    this.running = false
    if (!line) return
    line.onmessage = line.onclose = null
    line.close()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.stop()
  }
}

const fieldsOf = (form: FormInfo): FormField[] =>
  form.sections.flatMap(({ entries }) => entries.flatMap(({ fields }) => fields))

/** An example whose short names nobody else has: those that are taken get a letter more, wherever they are named. */
export function another(
  example: Record<string, Entry[]>,
  taken: Record<string, Entry[]>,
): Record<string, Entry[]> {
  const known = new Set(Object.values(taken).flatMap((entries) => entries.flatMap(namesIn)))
  const own = [...new Set(Object.values(example).flatMap((entries) => entries.flatMap(namesIn)))]
  for (const letter of ' bcdefghijklmnopqrstuvwxyz') {
    const renamed = new Map(own.map((name) => [name, withLetter(name, letter.trim())]))
    if ([...renamed.values()].some((name) => known.has(name))) continue
    return replaced(example, renamed) as Record<string, Entry[]>
  }
  return {}
}

const withLetter = (name: string, letter: string): string =>
  name + (name === name.toUpperCase() ? letter.toUpperCase() : letter)

function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? (['id', 'key', 'prefix'].includes(key) ? [value] : []) : namesIn(value),
  )
}

function replaced(node: unknown, names: Map<string, string>): unknown {
  if (typeof node === 'string') return names.get(node) ?? node
  if (Array.isArray(node)) return node.map((one) => replaced(one, names))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaced(value, names)]))
}

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const without = <T>(table: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key))

/** A reload takes nothing away. */
function keepDraft(edits: VariantEdits): void {
  try {
    localStorage.setItem(KEPT + edits.game, JSON.stringify(edits))
  } catch {
    // Then a reload does.
  }
}

function readDraft(game: string): VariantEdits | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT + game) ?? 'null') as Partial<VariantEdits> | null
    if (kept?.game !== game || !kept.name || !kept.change || !kept.add) return null
    return { game, name: kept.name, change: kept.change, add: kept.add }
  } catch {
    return null
  }
}
