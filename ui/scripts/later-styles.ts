import type { Plugin, Rollup } from 'vite';

/** The parts that come with one, those it builds on first. */
export function together(bundle: Rollup.OutputBundle, from: string): Rollup.OutputChunk[] {
  const parts = new Set<Rollup.OutputChunk>();
  const seen = new Set<string>();
  const collect = (name: string) => {
    const part = bundle[name];
    if (part?.type !== 'chunk' || seen.has(name)) return;
    seen.add(name);
    part.imports.forEach(collect);
    parts.add(part);
  };
  collect(from);
  return [...parts];
}

/** The sheets of these parts, in their order. */
function sheetsOf(parts: Iterable<Rollup.OutputChunk>): string[] {
  return [...new Set([...parts].flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])]))];
}

/** How many bytes of style a page begins with. */
export function stylesAtStart(bundle: Rollup.OutputBundle, entry: string): number {
  return sheetsOf(together(bundle, entry)).reduce((sum, name) => {
    const sheet = bundle[name];
    return sum + (sheet?.type === 'asset' ? Buffer.byteLength(sheet.source) : 0);
  }, 0);
}

/**
 * Two sheets: what the first frame shows is in one, everything else in another that the
 * page has not read until it says so (`src/shared/lib/later-styles.ts`). Reading all of it
 * took longer than all else the first frame waits for.
 *
 * Not a sheet for each part: which of two rules counts would be decided by which part came
 * first. This way the order is that of a single sheet.
 */
export function laterStyles(page: string): Plugin {
  let later = '';
  return {
    name: 'later-styles',
    generateBundle: {
      // Before anyone writes down which part brings which sheet.
      order: 'pre',
      handler(_, bundle) {
        const entry = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(`/${page}`),
        );
        if (entry?.type !== 'chunk') return this.error(`there is no ${page}`);
        const first = new Set(together(bundle, entry.fileName));
        const rest = new Set<Rollup.OutputChunk>();
        // What is added while they are gone through is gone through as well.
        const asked = new Set([...first].flatMap((part) => part.dynamicImports));
        for (const name of asked) {
          for (const part of together(bundle, name)) {
            if (!first.has(part)) rest.add(part);
            for (const next of part.dynamicImports) asked.add(next);
          }
        }
        const source = sheetsOf(rest).map((name) => {
          const sheet = bundle[name];
          delete bundle[name];
          // Without the mark that Vite ends each of them with.
          return sheet?.type === 'asset' ? String(sheet.source).replace(/\/\*\$vite.*$/, '') : '';
        });
        for (const part of rest) part.viteMetadata?.importedCss.clear();
        const sheet = this.emitFile({ type: 'asset', name: 'later.css', source: source.join('') });
        later = this.getFileName(sheet);
      },
    },
    transformIndexHtml: (_, { path, bundle }) => {
      if (!bundle) return undefined;
      // A page of another kind has all of its styles at once.
      const disabled = path.endsWith(page);
      const attrs = { rel: 'stylesheet', href: `./${later}`, disabled };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  };
}
