import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'dist-replay/', 'node_modules/', 'src/generated/'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['scripts/**', '*.config.*'], languageOptions: { globals: { ...globals.node } } },
  {
    rules: {
      eqeqeq: 'error',
      'svelte/no-at-html-tags': 'error',
      // Plain maps and sets are meant: what is to be watched says so by $state.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteAttribute[key.name='style']",
          message: "The page's policy blocks inline styles: use a class or a style: directive.",
        },
        {
          selector: "CallExpression[callee.name='eval'], NewExpression[callee.name='Function']",
          message: "The page's policy blocks evaluated code.",
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@tauri-apps/*'],
              message: 'Only src/host/tauri.ts talks to Tauri: use the Host given to the window.',
            },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
          property,
          message: 'HTML reaches the page through src/shared/lib/inert-html.ts alone.',
        })),
      ],
    },
  },
  { files: ['src/host/tauri.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['src/shared/lib/inert-html.ts', 'src/shared/lib/inert-html.test.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
);
