// Everything that is looked at: the sections of the gallery, and pages of the window on a recording.

/** Sections of the gallery, each a picture of its own. */
export const SECTIONS = [
  ...['controls', 'messages', 'answers', 'results', 'notices', 'faults', 'turn-ends', 'tools', 'huge', 'diffs'],
  ...['approvals', 'settled', 'heads', 'queue', 'list', 'tasks', 'traffic', 'process'],
];

const open = (testid) => (page) => page.getByTestId(testid).first().click();
const armed = (page) => page.waitForSelector('[data-testid=approval-card][data-phase=ready]');
const openPage = (id) => async (page) => {
  await page.getByTestId('entry-inbox').click();
  if (id !== 'inbox') await page.getByTestId(`page-${id}`).click();
};
const then =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const openProviders = async (page) => {
  await page.getByTestId('settings-open').first().click();
  await page.getByTestId('open-providers').first().click();
  await page.getByTestId('provider-anthropic').waitFor();
};

const DIALOG = 'dialog[open]';
const POPOVER = '[popover]:popover-open';
const CARD = '[data-testid=approval-card]';
const GONE = '[data-testid=workspace-gone]';

/**
 * Pages of the window: a name, what the replay page is asked for, what is done
 * before it is looked at, and the part that is pictured where that is not all.
 */
export const PAGES = [
  ['approval', '', armed],
  ['conversation', 'conversation=0193-login'],
  ['start', 'conversation=0193-guide'],
  ['first', 'list=empty'],
  ['inbox', '', openPage('inbox')],
  ['rules', '', openPage('rules')],
  ['rules-form', '', then(openPage('rules'), open('rule-new'))],
  ['ledger', '', openPage('ledger')],
  ['providers', 'conversation=0193-guide', openProviders],
  ['key', 'conversation=0193-guide', then(openProviders, open('key-add-anthropic')), DIALOG],
  ['new', '', open('new-conversation'), DIALOG],
  ['settings', '', open('settings-open'), POPOVER],
  ['mode', '', open('mode-picker'), POPOVER],
  [
    'rule',
    '',
    then(open('allow-by-rule'), (page) => page.waitForSelector('[data-testid=rule-keep][aria-disabled=false]')),
    DIALOG,
  ],
  ['deny', '', open('deny-reason-open'), CARD],
  ['menu', '', (page) => page.getByTestId('conversation-item').nth(1).click({ button: 'right' }), POPOVER],
  ['safe', 'plain=0193-atlas'],
  ['gone', 'gone=1&conversation=0193-login', (page) => page.getByTestId('workspace-gone').waitFor(), GONE],
  ['closing', 'closing=2&tray=1', (page) => page.locator('dialog[open]').waitFor(), DIALOG],
].map(([name, query, act, part]) => ({ name, query, act, part }));
