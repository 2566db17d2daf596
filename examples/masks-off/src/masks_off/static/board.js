// @ts-check
/**
 * The board of Masks Off: the others' notebooks on top, the city in the middle, my own life below. No build step: this file
 * is served as it is, and the parts come from the house. It computes no rule; what a move would come to is in its forecast.
 */

import { burst, button, card, h, icon, keyboard, panel, render, seat, words } from '/parts.js'

/** @typedef {import('./parts').BoardState} BoardState */

const SAYS = {
  en: {
    night: 'Where do you patrol tonight?',
    chosen: 'You are on your way. The others are still deciding.',
    choose: 'Name a job in somebody’s notebook, or print nothing.',
    reporter: 'has the newspaper',
    waiting: (/** @type {string} */ name) => `${name} writes the headline.`,
    over: 'The last paper is printed.',
    fame: 'Fame',
    ifAlone: (/** @type {number} */ fame) => `+${fame} if alone`,
    home: 'your district',
    secret: 'Your day job',
    theirs: 'What the others know about you',
    round: (/** @type {number} */ n, /** @type {number} */ of) => `Night ${n} of ${of}`,
    of: (/** @type {number} */ n) => (n === 0 ? 'a bluff' : n === 1 ? 'for sure' : `1 in ${n}`),
    out: 'ruled out',
    open: 'Unmasked so far',
    pile: (/** @type {number} */ n) => (n === 1 ? '1 job is left' : `${n} jobs are left`),
    right: 'UNMASKED!',
    wrong: 'WRONG!',
    unknown: 'face down',
    none: 'nothing left to hide',
    here: 'was here last night',
  },
  de: {
    night: 'Wo gehst du heute Nacht auf Streife?',
    chosen: 'Du bist unterwegs. Die anderen überlegen noch.',
    choose: 'Tippe in einem Notizbuch auf einen Beruf oder drucke nichts.',
    reporter: 'hat die Zeitung',
    waiting: (/** @type {string} */ name) => `${name} schreibt die Schlagzeile.`,
    over: 'Die letzte Zeitung ist gedruckt.',
    fame: 'Ruhm',
    ifAlone: (/** @type {number} */ fame) => `+${fame}, wenn allein`,
    home: 'dein Viertel',
    secret: 'Dein Beruf',
    theirs: 'Was die anderen über dich wissen',
    round: (/** @type {number} */ n, /** @type {number} */ of) => `Nacht ${n} von ${of}`,
    of: (/** @type {number} */ n) => (n === 0 ? 'ein Bluff' : n === 1 ? 'ganz sicher' : `1 von ${n}`),
    out: 'ausgeschlossen',
    open: 'Bisher entlarvt',
    pile: (/** @type {number} */ n) => (n === 1 ? '1 Beruf ist übrig' : `${n} Berufe sind übrig`),
    right: 'ENTLARVT!',
    wrong: 'FALSCH!',
    unknown: 'verdeckt',
    none: 'nichts mehr zu verbergen',
    here: 'war letzte Nacht hier',
  },
}

/** @type {Record<string, import('./parts').Colour>} */
const COLOURS = { HARBOUR: 'blue', MARKET: 'amber', UPTOWN: 'purple' }
/** @type {Record<string, import('./parts').IconName>} */
const ICONS = { HARBOUR: 'drop', MARKET: 'coin', UPTOWN: 'crown' }

const WIDE = matchMedia('(min-width: 900px)')

export const extras = {
  beats: {
    patrol: { milliseconds: 1600, revealAt: 500 },
    accuse: { milliseconds: 1800, revealAt: 600 },
  },
  heads: ['patrol'],
  rule: (/** @type {import('./parts').View} */ view) => (view.board.phase === 'day' ? 'MO-6' : 'MO-2'),
}

/**
 * @param {HTMLElement} target
 * @param {BoardState} first
 */
export function mount(target, first) {
  const walk = keyboard(target, '.mo-city')
  let state = first
  /** The move that is chosen and not made yet. */
  let chosen = ''

  const draw = () => {
    render(target, picture(state, chosen, choose))
    walk.tidy()
  }
  /** @param {string} move */
  const choose = (move) => {
    chosen = chosen === move ? '' : move
    draw()
  }
  draw()

  return {
    /** @param {BoardState} next */
    update(next) {
      state = next
      if (!next.view.moves.some(({ move }) => move === chosen)) chosen = ''
      draw()
    },
    destroy: walk.stop,
  }
}

/**
 * @param {BoardState} state
 * @param {string} chosen
 * @param {(move: string) => void} choose
 */
function picture(state, chosen, choose) {
  const { view, names, happening, revealed, busy } = state
  const { board } = view
  const say = SAYS[state.language]
  const others = names.map((_, one) => one).filter((one) => one !== view.seat)
  const shown = happening?.kind === 'patrol' && revealed ? happening.facts.where : board.last_night
  const hit = happening?.kind === 'accuse' && revealed ? happening.facts : null
  return h(
    'div',
    { class: 'mo' },
    h('link', {
      rel: 'stylesheet',
      href: new URL('./board.css', import.meta.url).href,
    }),
    h(
      'div',
      { class: `mo-others mo-${others.length}` },
      others.map((one) =>
        panel(
          { key: `seat ${one}`, label: names[one], title: heading(state, one) },
          notebook(state, one, chosen, choose),
          hit?.target === one && burst(hit.right ? say.right : say.wrong, hit.right ? 'good' : 'bad'),
        ),
      ),
    ),
    panel(
      {
        label: say.round(board.round, board.rounds),
        title: say.round(board.round, board.rounds),
        class: 'mo-city',
      },
      h(
        'div',
        { class: 'mo-districts', 'data-group': true },
        Object.keys(COLOURS).map((district) => place(state, district, shown, chosen, choose)),
      ),
      view.seat < 0 && h('p', null, asked(state)),
    ),
    view.seat >= 0 &&
      panel(
        {
          mine: true,
          label: say.secret,
          title: heading(state, view.seat),
          class: 'mo-mine',
        },
        identity(state, view.seat),
        h(
          'div',
          { class: 'mo-do' },
          chosen === '' && h('p', null, asked(state)),
          !busy && doing(state, chosen),
        ),
        h(
          'details',
          { class: 'mo-known', open: WIDE.matches },
          h('summary', null, say.theirs),
          notebook(state, view.seat, '', null),
        ),
      ),
    h(
      'p',
      { class: 'mo-rest' },
      say.pile(board.pile),
      board.open.length > 0 &&
        ` · ${say.open}: ${board.open.map((/** @type {string} */ job) => jobName(state, job)).join(', ')}`,
    ),
  )
}

/**
 * @param {BoardState} state
 * @param {string} job
 */
const jobName = (state, job) => words(state.catalogue.jobs[job].name)

/**
 * @param {BoardState} state
 * @param {number} one
 */
function heading(state, one) {
  const { view, names, happening, revealed } = state
  const say = SAYS[state.language]
  const gain = happening?.kind === 'patrol' && revealed ? happening.facts.fame[one] : 0
  return h(
    'span',
    { class: 'mo-head' },
    seat(one, names[one] ?? ''),
    h(
      'span',
      { class: 'mo-fame' },
      icon('star', 18),
      h('span', { class: 'unseen' }, `${say.fame} `),
      h('b', null, String(view.board.fame[one])),
    ),
    gain > 0 && h('span', { class: 'sf-gain' }, `+${gain}`),
    view.board.reporter === one &&
      view.board.phase !== 'over' &&
      h('span', { class: 'mo-press' }, icon('book', 16), say.reporter),
  )
}

/**
 * Nine jobs in three districts; those that everybody has ruled out are struck out. By day the reporter taps one.
 * @param {BoardState} state
 * @param {number} one
 * @param {string} chosen
 * @param {((move: string) => void) | null} choose
 */
function notebook(state, one, chosen, choose) {
  const { view, catalogue, ideas, names, busy } = state
  const say = SAYS[state.language]
  const could = view.board.could[one]
  const truth = view.board.identities[one]
  if (could.length === 0) return h('p', { class: 'mo-none' }, say.none)
  return h(
    'div',
    { class: 'mo-notebook', 'data-group': true },
    Object.keys(COLOURS).map((district) =>
      h(
        'div',
        { class: `mo-column sf-${COLOURS[district]}` },
        Object.keys(catalogue.jobs)
          .filter((job) => catalogue.jobs[job].district === district)
          .map((job) => {
            const move = `ACCUSE P${one + 1} ${job}`
            const legal = choose !== null && !busy && view.moves.some((option) => option.move === move)
            const out = !could.includes(job)
            const known = truth === job && view.seat < 0
            const props = {
              class: `mo-job${out ? ' mo-out' : ''}${legal ? ' mo-legal' : ''}${chosen === move ? ' mo-chosen' : ''}${known ? ' mo-true' : ''}`,
            }
            if (!legal || !choose)
              return h(
                'span',
                props,
                jobName(state, job),
                out && h('span', { class: 'unseen' }, ` (${say.out})`),
              )
            return h(
              'button',
              {
                ...props,
                type: 'button',
                'aria-label': `${names[one]}: ${jobName(state, job)}`,
                'aria-pressed': chosen === move ? 'true' : 'false',
                'data-spot': true,
                'data-legal': true,
                onclick: () => choose(move),
              },
              jobName(state, job),
              ideas[0]?.move === move && icon('bolt', 14),
            )
          }),
      ),
    ),
  )
}

/**
 * @param {BoardState} state
 * @param {string} district
 * @param {(string | null)[]} patrols
 * @param {string} chosen
 * @param {(move: string) => void} choose
 */
function place(state, district, patrols, chosen, choose) {
  const { view, names, catalogue, busy, ideas } = state
  const say = SAYS[state.language]
  const move = `PATROL ${district}`
  const option = view.moves.find((one) => one.move === move)
  const mine = view.seat >= 0 ? view.board.identities[view.seat] : null
  const home = mine !== null && catalogue.jobs[mine].district === district
  const tonight = view.seat >= 0 && view.board.patrols[view.seat] === district
  const here = names.map((_, one) => one).filter((one) => patrols[one] === district)
  const name = words(catalogue.districts[district].name)
  const note = option ? say.ifAlone(option.forecast.fame) : home ? say.home : ''
  return card(
    {
      key: district,
      name,
      icon: ICONS[district],
      colour: COLOURS[district],
      note,
      legal: option !== undefined && !busy,
      chosen: chosen === move || tonight,
      idea: ideas[0]?.move === move,
      label: [name, note, ...here.map((one) => `${names[one]} ${say.here}`)].filter(Boolean).join(', '),
      onclick: view.seat >= 0 && option && !busy ? () => choose(move) : undefined,
    },
    h(
      'span',
      { class: 'mo-here' },
      here.map((one) =>
        h(
          'span',
          {
            class: 'sf-mark',
            style: { '--mine': `var(--seat-${one + 1})` },
            'aria-hidden': 'true',
          },
          String(one + 1),
        ),
      ),
    ),
  )
}

/**
 * @param {BoardState} state
 * @param {number} one
 */
function identity(state, one) {
  const say = SAYS[state.language]
  const job = state.view.board.identities[one]
  if (job === null) return h('p', null, say.none)
  const { district } = state.catalogue.jobs[job]
  const where = words(state.catalogue.districts[district].name)
  return card({
    key: job,
    name: jobName(state, job),
    icon: 'mask',
    colour: COLOURS[district],
    note: where,
    fresh: true,
  })
}

/** @param {BoardState} state */
function asked(state) {
  const { view, names } = state
  const say = SAYS[state.language]
  if (view.outcome) return say.over
  if (view.board.phase === 'day')
    return view.moves.length > 0 ? say.choose : say.waiting(names[view.board.reporter] ?? '')
  return view.moves.length > 0 || view.seat < 0 ? (view.seat < 0 ? '' : say.night) : say.chosen
}

/**
 * The one primary button, and the way to print nothing.
 * @param {BoardState} state
 * @param {string} chosen
 */
function doing(state, chosen) {
  const { view, names, play, ideas } = state
  const say = SAYS[state.language]
  const option = view.moves.find(({ move }) => move === chosen)
  const hold = view.moves.find(({ move }) => move === 'HOLD')
  return [
    option &&
      button(
        {
          key: 'go',
          kind: 'primary',
          icon: option.move.startsWith('PATROL') ? 'house' : 'mask',
          onclick: () => play([option.move]),
        },
        words(option.label, names),
        option.forecast.of !== undefined && h('small', null, ` (${say.of(option.forecast.of)})`),
      ),
    hold &&
      button(
        {
          key: 'hold',
          icon: ideas[0]?.move === 'HOLD' ? 'bolt' : 'book',
          onclick: () => play(['HOLD']),
        },
        words(hold.label, names),
      ),
  ]
}
