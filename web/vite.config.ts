import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const server = '127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    // The Python server ships and serves what is built here.
    outDir: '../src/slugfest/server/static',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // What boards of plugins are made of has a name that stays: they import it.
      input: { index: 'index.html', parts: 'src/plugin/parts.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: ({ name }) => (name === 'parts' ? 'parts.js' : 'assets/[name]-[hash].js'),
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
    include: ['src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 60_000, // a busy machine is no fault
  },
})
