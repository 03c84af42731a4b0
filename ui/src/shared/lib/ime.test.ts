import { describe, expect, it } from 'vitest';
import { InputMethod } from './ime';

const enter = { isComposing: false, keyCode: 13 };

describe('an Enter that belongs to the input method', () => {
  it('is marked as composing', () => {
    expect(new InputMethod().owns({ ...enter, isComposing: true })).toBe(true);
  });

  it('has key code 229', () => {
    expect(new InputMethod().owns({ ...enter, keyCode: 229 })).toBe(true);
  });

  it('comes between the start and the end of a composition', () => {
    const ime = new InputMethod(() => 0);
    ime.compositionStart();
    expect(ime.owns(enter)).toBe(true);
  });

  it('follows the end of a composition unmarked, as WebKit sends it', () => {
    let now = 1000;
    const ime = new InputMethod(() => now);
    ime.compositionStart();
    ime.compositionEnd();
    now += 5;
    expect(ime.owns(enter)).toBe(true);
  });
});

it('any other Enter is the user’s', () => {
  let now = 1000;
  const ime = new InputMethod(() => now);
  expect(ime.owns(enter)).toBe(false);
  ime.compositionStart();
  ime.compositionEnd();
  now += 300;
  expect(ime.owns(enter)).toBe(false);
});

it('listens to the text box it is attached to, and no longer', () => {
  const ime = new InputMethod(() => 0);
  const box = document.createElement('textarea');
  const detach = ime.attach(box);
  box.dispatchEvent(new Event('compositionstart'));
  expect(ime.owns(enter)).toBe(true);
  detach();
  box.dispatchEvent(new Event('compositionend'));
  expect(ime.owns(enter)).toBe(true);
});
