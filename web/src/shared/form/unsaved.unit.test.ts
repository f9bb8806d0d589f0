import { describe, expect, it } from '@jest/globals';
import { differs, leadsAway } from './unsaved.ts';

describe('differs', () => {
  const opened = { name: 'a', unlimited: false, models: ['x', 'y'], limit: '' };
  it.each([
    ['nothing', {}, false],
    ['a text', { name: 'b' }, true],
    ['a choice', { unlimited: true }, true],
    ['one more of a list', { models: ['x', 'y', 'z'] }, true],
    ['a list that is as it was', { models: ['x', 'y'] }, false],
    ['a blank', { limit: ' ' }, true],
  ])('%s', (_what, change, expected) => expect(differs({ ...opened, ...change }, opened)).toBe(expected));
});

describe('leadsAway', () => {
  const from = { pathname: '/setting', search: '?tab=system' };
  it.each([
    [{ pathname: '/log', search: '' }, true],
    [{ pathname: '/setting', search: '?tab=other' }, true],
    [{ pathname: '/setting', search: '' }, true],
    [{ pathname: '/setting', search: '?tab=system&p=2' }, false],
    [{ pathname: '/setting', search: '?tab=system&open=7' }, true],
    [{ pathname: '/setting', search: '?tab=system&open=' }, false],
  ])('to %j: %s', (to, expected) => expect(leadsAway(from, to)).toBe(expected));
});
