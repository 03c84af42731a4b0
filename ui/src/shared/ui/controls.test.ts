import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import SearchField from './SearchField.svelte';
import Segments from './Segments.svelte';
import Stepper from './Stepper.svelte';
import Switch from './Switch.svelte';
import Tabs from './Tabs.svelte';

const tabs = [
  { id: 'tasks', label: 'Tasks', count: 3 },
  { id: 'traffic', label: 'Traffic' },
  { id: 'process', label: 'Process' },
];

describe('tabs', () => {
  it('over a panel are moved through by arrows, round and round, and by Home and End', async () => {
    const onpick = vi.fn();
    const props = { tabs, current: 'tasks', onpick, label: 'Side', over: { panel: 'body' } };
    const { container } = render(Tabs, { props });
    const list = container.querySelector('[role=tablist]')!;
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await fireEvent.keyDown(list, { key });
    }
    expect(onpick.mock.calls.flat()).toEqual(['traffic', 'process', 'tasks', 'process']);
    expect(document.activeElement?.textContent).toContain('Process');
    const all = [...container.querySelectorAll<HTMLElement>('[role=tab]')];
    expect(all.map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
    const chosen = all.filter((tab) => tab.getAttribute('aria-selected') === 'true');
    expect(chosen.map((tab) => tab.getAttribute('aria-controls'))).toEqual(['body']);
    expect(list.getAttribute('aria-label')).toBe('Side');
  });

  it('between pages are buttons of a navigation, each reached by itself', () => {
    const { container } = render(Tabs, {
      props: { tabs, current: 'traffic', onpick: () => {}, label: 'Pages', over: 'page' },
    });
    expect(container.querySelector('[role=navigation][aria-label=Pages]')).not.toBeNull();
    const buttons = [...container.querySelectorAll('button')];
    expect(buttons.map((one) => one.getAttribute('aria-current'))).toEqual([null, 'page', null]);
    expect(buttons.map((one) => one.tabIndex)).toEqual([0, 0, 0]);
  });
});

it('segments are radios of which one is on, and some cannot be', async () => {
  const onchange = vi.fn();
  render(Segments, {
    props: {
      label: 'Theme',
      options: [
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'system', label: 'System', disabled: true },
      ],
      value: 'light',
      onchange,
    },
  });
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect([radio('Light').checked, radio('Dark').checked]).toEqual([true, false]);
  expect(radio('System').disabled).toBe(true);
  await fireEvent.click(radio('Dark'));
  expect(onchange.mock.calls).toEqual([['dark']]);
});

it('a switch tells what it was turned to', async () => {
  const onchange = vi.fn();
  render(Switch, { props: { label: 'Alarms', checked: false, onchange } });
  await fireEvent.click(screen.getByRole('switch', { name: 'Alarms' }));
  expect(onchange.mock.calls).toEqual([[true]]);
});

it('a stepper goes down and up', async () => {
  const onstep = vi.fn();
  render(Stepper, { props: { shown: '100 %', less: 'Smaller', more: 'Larger', onstep } });
  await fireEvent.click(screen.getByRole('button', { name: 'Smaller' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Larger' }));
  expect(onstep.mock.calls).toEqual([[-1], [1]]);
  expect(screen.getByText('100 %')).toBeTruthy();
});

it('a search box is emptied by its button, which then is gone', async () => {
  const oninput = vi.fn();
  render(SearchField, { props: { value: '', label: 'Find', oninput } });
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' });
  expect(screen.queryByRole('button')).toBeNull();
  await fireEvent.input(box, { target: { value: 'cache' } });
  await fireEvent.click(screen.getByRole('button'));
  expect(oninput.mock.calls).toEqual([['cache'], ['']]);
  expect([box.value, document.activeElement === box]).toEqual(['', true]);
  expect(screen.queryByRole('button')).toBeNull();
});
