// Everything that is looked at: the sections of the gallery, and pages of the window on a recording.

/** Sections of the gallery, each a picture of its own. */
export const SECTIONS = [
  ...['controls', 'choices', 'messages', 'answers', 'results', 'notices', 'faults', 'turn-ends', 'tools', 'huge', 'diffs'],
  ...['approvals', 'settled', 'heads', 'queue', 'list', 'tasks', 'traffic', 'process'],
];

const open = (testid) => (page) => page.getByTestId(testid).first().click();
const armed = (page) => page.waitForSelector('[data-testid=approval-card][data-phase=ready]');
const openPage = (id) => async (page) => {
  await page.getByTestId('entry-inbox').click();
  await page.getByTestId('inbox-page').waitFor();
  if (id === 'inbox') return;
  await page.getByTestId(`page-${id}`).click();
  await page.getByTestId(`${id}-page`).waitFor();
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

const press = (keys, part) => async (page) => {
  await page.keyboard.press(keys);
  await page.locator(part).first().waitFor();
};
const shows = (testid) => (page) => page.getByTestId(testid).first().waitFor();
const openPanel = (id, ready) =>
  then(open('open-panel'), (page) => page.locator(`#tab-${id}`).click(), shows(ready));

/** Pages that axe and the keyboard go through, beside those that are pictured. */
export const HEARD = [
  ['settings-page', '', press('Control+,', '[data-testid=settings-content]')],
  ['agents', '', then(press('Control+Shift+a', '[data-testid=agents-page]'), shows('agent'))],
  [
    'agent-form',
    '',
    then(press('Control+Shift+a', '[data-testid=agents-page]'), open('agent-add'), shows('start-argv')),
  ],
  ['tasks', '', then(open('entry-tasks'), shows('tasks-page'))],
  ['nib', 'conversation=0193-nib', then(open('open-operations'), shows('nib-operation'))],
  ['palette', '', press('Control+k', '[data-testid=palette]')],
  ['shortcuts', '', press('Control+/', '[data-testid^=shortcut-]')],
  ['export', '', then((page) => page.getByTestId('conversation-item').nth(1).click({ button: 'right' }), (page) => page.getByTestId('conversation-menu').getByText('Export').click(), shows('export-start'))],
  ['find', 'conversation=0193-login', press('Control+f', '[data-testid=find-bar]')],
  ['panel-traffic', 'conversation=0193-guide', openPanel('traffic', 'traffic-line')],
  ['panel-process', 'conversation=0193-guide', openPanel('process', 'side-panel')],
  ['panel-terminal', 'conversation=0193-nib', then(open('open-terminal'), shows('side-panel'))],
  ['long', 'conversation=0193-long', shows('transcript')],
].map(([name, query, act, part]) => ({ name, query, act, part }));
