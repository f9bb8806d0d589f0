import { describe, expect, it } from '@jest/globals';
import { afterSignIn } from './after-sign-in.ts';

const next = (text: string): string => `?expired=true&next=${encodeURIComponent(text)}`;

describe('afterSignIn', () => {
  it.each([
    ['the page that asked', { search: next('/user'), state: { from: '/log?type=2#end' } }, '/log?type=2#end'],
    ['the page that the address names', { search: next('/topup?x=1'), state: null }, '/topup?x=1'],
    ['the start page', { search: '', state: null }, '/token'],
    ['the start page where the state is another one’s', { search: '', state: { from: 7 } }, '/token'],
  ])('leads to %s', (_what, from, place) => expect(afterSignIn(from)).toBe(place));

  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    'token',
    '/login',
    '/register?aff=x7Qk',
    '/reset',
    '/user/reset?email=ada%40example.com&token=x',
  ])('leads to no place such as %j', (text) => {
    expect(afterSignIn({ search: next(text), state: null })).toBe('/token');
    expect(afterSignIn({ search: '', state: { from: text } })).toBe('/token');
  });
});
