import { statSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { laterStyles, stylesAtStart, together } from './scripts/later-styles';

// `build` makes what the application ships: index.html alone. `--mode replay`
// makes the pages that are never shipped: one plays recordings in a plain
// browser, the other is the gallery of everything there is to see.
// The replay page carries the application's own policy, so that what it forbids
// is noticed in a plain browser too. The development server needs inline styles.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html parley-render',
].join('; ');

/** Bytes of script, and of style, that may be read before the first frame (a hard limit). */
const START_LIMIT = { script: 150_000, style: 34_000 };

/** Fails the build where the window starts with more than that. */
const startLimit: Plugin = {
  name: 'start-limit',
  // What is written, not what is generated: the list of later parts is added in between.
  writeBundle({ dir }, bundle) {
    for (const entry of Object.values(bundle)) {
      if (entry.type !== 'chunk' || !entry.isEntry) continue;
      const script = together(bundle, entry.fileName).reduce(
        (sum, part) => sum + statSync(join(dir ?? '', part.fileName)).size,
        0,
      );
      const bytes = { script, style: stylesAtStart(bundle, entry.fileName) };
      for (const kind of ['script', 'style'] as const) {
        if (bytes[kind] <= START_LIMIT[kind]) continue;
        this.error(
          `${bytes[kind]} bytes of ${kind} at the start; ${START_LIMIT[kind]} are allowed`,
        );
      }
    }
  },
};

/**
 * The application freezes `Object.prototype` before any script runs. After that no
 * object gets a `toString` of its own by assignment; the terminal's one such line
 * defines it instead. Fails where a new version has another number of them.
 */
const frozenPrototype: Plugin = {
  name: 'frozen-prototype',
  transform(code, id) {
    if (!/@xterm\/xterm\/lib\/xterm\.mjs/.test(id)) return null;
    const assigned = /\b(\w+)\.(toString|valueOf|constructor|hasOwnProperty)=(\w+);/g;
    const found = code.match(assigned)?.length ?? 0;
    if (found !== 1) this.error(`the terminal assigns ${found} names of Object.prototype, not 1`);
    return {
      code: code.replace(assigned, 'Object.defineProperty($1,"$2",{value:$3,configurable:true});'),
      map: null,
    };
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    frozenPrototype,
    laterStyles(mode === 'replay' ? 'replay.html' : 'index.html'),
    ...(mode === 'production' ? [startLimit] : []),
    {
      name: 'replay-policy',
      transformIndexHtml: (html, { server }) =>
        server ? html.replace(/\s*<meta http-equiv[^>]*>/, '') : html.replace('__CSP__', policy),
    },
  ],
  base: './',
  clearScreen: false,
  server: { port: 5317, strictPort: true },
  resolve: {
    // Component tests mount in jsdom, so they need the browser's build of Svelte.
    conditions: mode === 'test' ? ['browser'] : undefined,
  },
  build: {
    target: 'es2022',
    outDir: mode === 'replay' ? 'dist-replay' : 'dist',
    emptyOutDir: true,
    // The policy of the page forbids data: for everything but images.
    assetsInlineLimit: 0,
    // Hints which part needs which other would be read at the start, and were as long as all hints saved.
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: { input: mode === 'replay' ? ['replay.html', 'gallery.html'] : 'index.html' },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Generous: machines that run this are loaded.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
