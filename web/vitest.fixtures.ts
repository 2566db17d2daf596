/** Before the tests: make the fixtures in `build/fixtures` with the project's Python, if their sources changed. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const PYTHONS = ['.venv/bin/python', '.venv/Scripts/python.exe'].map((path) => resolve(ROOT, path))
const HELP =
  'The tests need fixtures that Python makes (python -m web.fixtures). Run `./dev test --quick tests/guide` once, ' +
  'which makes .venv, or set SLUGFEST_PYTHON to a Python that has slugfest installed.'

export default function makeFixtures(): void {
  const python = process.env['SLUGFEST_PYTHON'] ?? PYTHONS.find((path) => existsSync(path))
  if (python === undefined) throw new Error(HELP)
  const { status } = spawnSync(python, ['-m', 'web.fixtures'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(HELP)
}
