/** What svelte-check (types, accessibility, unused CSS) and prettier do not find. */

import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  globalIgnores(['src/lib/wire.ts', 'src/games/*/facts.ts', 'public/parts.d.ts']), // printed by Python, or only types
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: 'error',
      'no-else-return': 'error',
      'no-undef': 'off', // TypeScript knows better
      'no-useless-return': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/array-type': 'error',
      '@typescript-eslint/consistent-type-definitions': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-dynamic-delete': 'error',
      '@typescript-eslint/no-extraneous-class': 'error',
      '@typescript-eslint/no-invalid-void-type': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      '@typescript-eslint/no-useless-constructor': 'error',
      '@typescript-eslint/unified-signatures': 'error',
      'svelte/prefer-svelte-reactivity': 'off', // the Maps and URLs here are not shown
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.test.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['src/**', '*.ts'],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
    },
  },
  {
    files: ['src/**/*.ts', '*.ts'], // in components, some types are wider here than in svelte-check
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'error' },
  },
)
