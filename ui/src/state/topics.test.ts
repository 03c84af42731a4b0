import { expect, it, vi } from 'vitest';
import { Topics } from './topics';

it('asks for what is watched, and tells each change once', () => {
  const asked = vi.fn();
  const topics = new Topics(asked);
  const heard = vi.fn();
  const stop = topics.watch('rules', heard);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(topics.request()).toEqual({ rules: 0 });

  topics.apply({ rules: 3, inbox: 2 });
  topics.apply({ rules: 3 });
  topics.apply({ rules: 2 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(topics.request()).toEqual({ rules: 3 });

  stop();
  expect(topics.request()).toEqual({});
  topics.apply({ rules: 4 });
  expect(heard).toHaveBeenCalledTimes(1);
});

it('a topic watched anew is asked for from the start', () => {
  const topics = new Topics(() => {});
  topics.watch('tasks', () => {})();
  topics.apply({ tasks: 5 });
  topics.watch('tasks', () => {});
  expect(topics.request()).toEqual({ tasks: 0 });
});
