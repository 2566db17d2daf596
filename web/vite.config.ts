import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const server = '127.0.0.1:8000'
const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** A static host sets no headers, so the page says itself what it may do: nothing but its own files, and WebAssembly. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Tests that replace modules, or need one that nobody has used: only they begin with all modules loaded anew. */
const ISOLATED = [
  'src/games/moment.svelte.test.ts',
  'src/lib/bots.test.ts',
  'src/lib/faces.test.ts',
  'src/lib/speech.test.ts',
  'src/lib/stage.test.ts',
  'src/parts/SeatChips.test.ts',
  'src/screens/review.test.ts',
]

/** Files that share their modules run one after the other in the order of their names, the same on every run. */
class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId, 'en')))
  }
}

const policy: Plugin = {
  name: 'policy',
  transformIndexHtml: (html) =>
    html.replace(
      '<meta charset="utf-8" />',
      `$&\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
    ),
}

/**
 * The same front end twice: for a server, which ships and serves it, and (`vite build --mode site`) for any static host,
 * with the table in a worker. `#host` and `#site` are all that differs.
 */
export default defineConfig(({ mode }) => {
  const local = mode === 'site'
  return {
    plugins: [svelte(), svelteTesting(), ...(local ? [policy] : [])],
    base: local ? './' : '/',
    resolve: {
      alias: {
        '#host': source(local ? 'lib/local-host.ts' : 'lib/server-host.ts'),
        '#site': source(local ? 'site/index.ts' : 'site/none.ts'),
      },
    },
    worker: { format: 'es' as const },
    build: {
      outDir: local ? '../build/site' : '../src/slugfest/server/static',
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        // What boards of plugins are made of has a name that stays: they import it.
        input: { index: 'index.html', parts: 'src/plugin/parts.ts' },
        preserveEntrySignatures: 'exports-only' as const,
        output: {
          entryFileNames: ({ name }: { name: string }) =>
            name === 'parts' ? 'parts.js' : 'assets/[name]-[hash].js',
        },
      },
    },
    server: {
      proxy: {
        '/api': `http://${server}`,
        '/games': `http://${server}`,
        '/ws': { target: `ws://${server}`, ws: true },
      },
    },
    test: {
      environment: 'happy-dom',
      sequence: { sequencer: ByName },
      projects: [
        { extends: true, test: { name: 'isolated', include: ISOLATED } },
        {
          extends: true,
          test: {
            name: 'together',
            include: ['src/**/*.test.ts'],
            exclude: ISOLATED,
            isolate: false,
            maxWorkers: 1,
          },
        },
      ],
      globalSetup: ['./vitest.fixtures.ts'],
      setupFiles: ['./vitest.setup.ts'],
      testTimeout: 60_000, // a busy machine is no fault
    },
  }
})
