/** Finds files, exports and packages that nothing uses. */

import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/lib/{local,server}-host.ts', // `#host` and `#site`, by the way it is built
    'src/site/{index,none}.ts',
    'src/games/*/{Board.svelte,Cover.svelte,extras.ts}',
    '{public,site}/sw.js',
    'scripts/*.mjs',
  ],
  project: ['src/**/*.{ts,svelte,css}', 'scripts/*.mjs', '*.{ts,js}', '{public,site}/*.js'],
  compilers: {
    css: (text) => [...text.matchAll(/@import '[^']+'/g)].map(([line]) => line.slice(1)).join('\n'),
  },
  ignoreDependencies: ['puppeteer-core'], // tests/browser/firefox.mjs
  ignoreIssues: { 'src/{lib/wire,games/*/facts}.ts': ['exports', 'types'] }, // printed by Python
} satisfies KnipConfig
