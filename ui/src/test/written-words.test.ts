import { expect, it } from 'vitest';
import { ofComponent, ofScript, writtenWords } from './written-words';

/** Words that are the same in every language, or are read by a program: each with why. */
const NO_WORDS: Readonly<Record<string, string>> = {
  Parley: 'the name of the app',
  Mac: 'how a browser names its system',
  NAME: 'how the name of a variable is written',
  Enter: 'a key, as a browser names it',
  Escape: 'a key, as a browser names it',
  Tab: 'a key, as a browser names it',
  Home: 'a key, as a browser names it',
  End: 'a key, as a browser names it',
  'force stop': 'a command that is typed',
  '<table class="diff diff-more"': 'the beginning of a block as the renderer writes it',
  'P DIV LI TR PRE H1 H2 H3 H4 H5 H6 BLOCKQUOTE FIGURE TABLE UL OL SECTION HEADER':
    'names of elements',
  "parley export --all --format jsonl --output conversations.jsonl --data-dir '":
    'a command line to copy',
};

it('the window says nothing that is not in its catalogues', () => {
  const found = writtenWords();
  expect(
    found.filter(({ text }) => !(text in NO_WORDS)).map(({ text, at }) => `${at}: ${text}`),
  ).toEqual([]);
  const there = new Set(found.map(({ text }) => text));
  expect(Object.keys(NO_WORDS).filter((text) => !there.has(text))).toEqual([]);
});

it('finds a text wherever a component has one', () => {
  const source = `<script lang="ts">
  import { t } from './text';
  let { open }: { open: boolean } = $props();
  const told = open ? 'Saved to disk' : t('list.saved');
  if (told === 'Not this one') throw new Error('nor this one');
  const button = { label: 'Cancel', kind: 'primary button' };
</script>
<h1 class="big words" data-note="no words">Welcome</h1>
<button title="Close it" aria-label={open ? 'shut' : t('close')}>{t('go', { what: 'the last file' })}</button>
<Dialog heading="Really?" testid="the dialog" />
<p {...named(\`\${told}-note\`)} id={\`\${told}-note\`}>{open ? 'It is open' : ''} {\`up to \${told}\`} &middot; 3</p>
<img alt="A cat" src="some cat.png" />
{#if told === 'Not this'}<span>{t('yes')}</span>{/if}
`;
  expect(ofComponent(source).map(({ text, line }) => [line, text])).toEqual([
    [8, 'Welcome'],
    [9, 'Close it'],
    [9, 'shut'],
    [9, 'the last file'],
    [10, 'Really?'],
    [11, 'It is open'],
    [11, 'up to'],
    [12, 'A cat'],
    [4, 'Saved to disk'],
    [6, 'Cancel'],
    [6, 'primary button'],
  ]);
});

it('finds a sentence in a script, and passes over names', () => {
  const source = `
    import { tn } from './text';
    type Kind = 'two words' | 'Word';
    const key = Symbol('a name here');
    export const words = (n: number) => (n === 1 ? 'One file' : \`\${n} files left\`);
    export const label = () => tn('result.files');
    const keys = mac ? '⌘ ↵' : 'Ctrl ↵';
    document.querySelector('main article');
    switch (key) { case 'A case': report({ message: 'gone' , code: 'gone away' }); }
  `;
  expect(ofScript(source).map(({ text }) => text)).toEqual([
    'One file',
    'files left',
    'Ctrl ↵',
    'gone away',
  ]);
});
