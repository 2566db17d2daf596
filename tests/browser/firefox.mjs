/**
 * Plays a few decisions of every game in Firefox, driven over WebDriver BiDi: no driver of its own is needed. Then it
 * visits the page that needs no server, twice.
 *
 * It reads from its standard input what to play and how (see test_firefox.py), and prints what it saw of each game as one
 * line of JSON.
 */

import { createRequire } from 'node:module'

const task = JSON.parse(await new Response(process.stdin).text())
const web = createRequire(`${task.web}/package.json`)
const { default: puppeteer } = await import(web.resolve('puppeteer-core'))

const TIMEOUT = 60_000

/** Ask until it is so; the page moves meanwhile. */
async function until(page, what, asked) {
  const end = Date.now() + TIMEOUT
  for (;;) {
    const answer = await asked()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`${what} never came, at ${page.url()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function play(browser, { game, options, wanted, width, height }) {
  const began = Date.now()
  const page = await browser.newPage()
  const complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setViewport({ width, height })
  for (const script of task.scripts) await page.evaluateOnNewDocument(script)
  // Whoever leaves a page while it still loads makes Firefox complain about what did not come.
  await page.goto(task.address, { waitUntil: 'networkidle0', timeout: TIMEOUT })
  const match = await page.evaluate(
    async (game, options) => {
      await fetch('/api/me')
      const seats = [{ kind: 'me' }, { kind: 'bot', level: 'easy' }]
      const body = JSON.stringify({ game, seats, options, name: 'Ann', start: true })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch('/api/matches', { method: 'POST', headers, body })
      return (await answer.json()).id
    },
    game,
    options,
  )
  await page.goto(`${task.address}/match/${match}`)
  const board = await page.waitForSelector('[data-board]', { visible: true, timeout: TIMEOUT })
  const moved = () => page.evaluate(() => document.documentElement.dataset.told?.split('[0 ').length ?? 1)
  await until(page, `decision ${task.decisions} of ${game}`, async () => {
    const tapped = await page.evaluate(`(${task.tap})(${JSON.stringify([wanted, ''])})`)
    return tapped === 'over' || (await moved()) > task.decisions
  })
  await page.screenshot({ path: `${task.screens}/firefox-${game}.png` })
  const { width: wide, height: high } = await board.boundingBox()
  await page.close()
  return { game, seconds: (Date.now() - began) / 1000, wide, high, complaints }
}

/** To the first decision, and once more from what the first visit has kept. */
async function visit(browser, { address, game, kept }) {
  const page = await browser.newPage()
  const complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setViewport({ width: 390, height: 844 })
  await page.goto(`${address}/new/${game}`)
  await page.waitForFunction(() => !document.querySelector('[data-device]'), { timeout: TIMEOUT })
  await (await page.waitForSelector('form button[type=submit]')).click()
  await page.waitForSelector('[data-board]', { visible: true, timeout: TIMEOUT })
  const isKept = async (name) => (await caches.has(name)) && (await (await caches.open(name)).keys()).length > 0
  await page.waitForFunction(isKept, { timeout: TIMEOUT }, kept)
  await page.reload()
  const board = await page.waitForSelector('[data-board]', { visible: true, timeout: TIMEOUT })
  await page.screenshot({ path: `${task.screens}/firefox-site.png` })
  const { width: wide, height: high } = await board.boundingBox()
  await page.close()
  return { game: 'site', wide, high, complaints }
}

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: task.firefox,
  headless: true,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 }, // nothing has to be waited for
})
try {
  for (const one of task.games) console.log(JSON.stringify(await play(browser, one)))
  console.log(JSON.stringify(await visit(browser, task.site)))
} finally {
  await browser.close()
}
