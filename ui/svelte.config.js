import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { stillIcons } from './scripts/still-icons.js';

export default {
  preprocess: [stillIcons, vitePreprocess()],
  compilerOptions: {
    // Everything here is written with runes; a file without one is a mistake.
    runes: true,
    discloseVersion: false,
  },
  vitePlugin: {
    // The libraries' own components decide for themselves.
    dynamicCompileOptions: ({ filename }) =>
      filename.includes('node_modules') ? { runes: undefined } : undefined,
  },
};
