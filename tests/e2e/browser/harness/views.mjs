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

/** Pages of the window: a name, what the replay page is asked for, what is done before it is looked at. */
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
  ['key', 'conversation=0193-guide', then(openProviders, open('key-add-anthropic'))],
  ['new', '', open('new-conversation')],
  ['settings', '', open('settings-open')],
  ['mode', '', open('mode-picker')],
  ['rule', '', open('allow-by-rule')],
  ['deny', '', open('deny-reason-open')],
  ['menu', '', (page) => page.getByTestId('conversation-item').nth(1).click({ button: 'right' })],
  ['safe', 'plain=0193-atlas'],
  ['gone', 'gone=1&conversation=0193-login'],
  ['closing', 'closing=2&tray=1', (page) => page.locator('dialog[open]').waitFor()],
].map(([name, query, act]) => ({ name, query, act }));
