import { describe, expect, it } from '@jest/globals';
import { addressOf, closingStep, NEW, openedAt, openedOf, openedOfNone, openingStep } from './opened.ts';

const CHANNELS = '/channel';
const at = (address: string) => {
  const [pathname = '', query = ''] = address.split('?');
  return { pathname, search: query === '' ? '' : `?${query}` };
};

describe('openedAt', () => {
  it.each([
    ['/token', undefined, ''],
    ['/token?q=a&open=7', undefined, '7'],
    ['/token?open=new', undefined, NEW],
    ['/channel?open=7', CHANNELS, ''],
    ['/channel/add?q=a', CHANNELS, NEW],
    ['/channel/edit/7', CHANNELS, '7'],
    ['/channel/edit/7/', CHANNELS, '7'],
    ['/channel/add/', CHANNELS, NEW],
    ['/channels/edit/7', CHANNELS, ''],
  ])('%s, of the list %s: %j', (address, list, expected) => expect(openedAt(at(address), list)).toBe(expected));
});

describe('openedOf', () => {
  it.each([
    ['price:a:b', 'price', 'a:b'],
    ['price:a', 'row', ''],
    ['price', 'price', ''],
    ['7', '', ''],
    ['', 'price', ''],
  ])('%j as %j: %j', (what, kind, expected) => expect(openedOf(what, kind)).toBe(expected));
});

describe('openedOfNone', () => {
  it.each([
    ['7', '7'],
    [NEW, NEW],
    ['row:7', ''],
    ['', ''],
  ])('%j: %j', (what, expected) => expect(openedOfNone(what)).toBe(expected));
});

describe('addressOf', () => {
  it.each([
    ['/token?q=a&p=2', '7', undefined, '/token?q=a&p=2&open=7'],
    ['/token?q=a&open=7', '', undefined, '/token?q=a'],
    ['/token?open=7', '', undefined, '/token'],
    ['/pricebook', 'a/b c', undefined, '/pricebook?open=a%2Fb+c'],
    ['/channel?q=a', NEW, CHANNELS, '/channel/add?q=a'],
    ['/channel/add?q=a', '7', CHANNELS, '/channel/edit/7?q=a'],
    ['/channel/edit/7?q=a&p=2', '', CHANNELS, '/channel?q=a&p=2'],
  ])('%s with %j of the list %s: %s', (address, what, list, expected) =>
    expect(addressOf(at(address), what, list)).toEqual(at(expected)),
  );
});

describe('a step in the history', () => {
  it('is made where something is opened, which Back and closing then take away again', () => {
    expect(openingStep(at('/log?p=2'), false, '7')).toEqual({
      go: 'to',
      to: at('/log?p=2&open=7'),
      replace: false,
      over: true,
    });
    expect(closingStep(at('/log?p=2&open=7'), true)).toEqual({ go: 'back' });
  });

  it.each([true, false])('is not made where something else is opened in its place (over the page: %s)', (isOver) => {
    expect(openingStep(at('/log?open=7'), isOver, '8')).toEqual({
      go: 'to',
      to: at('/log?open=8'),
      replace: true,
      over: isOver,
    });
  });

  it('is made where one of another kind is opened over what is open', () => {
    expect(openingStep(at('/pricebook?open=row%3Aa'), false, 'accept:a')).toEqual({
      go: 'to',
      to: at('/pricebook?open=accept%3Aa'),
      replace: false,
      over: true,
    });
  });

  it('is not taken back where a link had opened it: Back leads to where the link was', () => {
    expect(closingStep(at('/channel/edit/7?q=a'), false, CHANNELS)).toEqual({
      go: 'to',
      to: at('/channel?q=a'),
      replace: true,
      over: false,
    });
  });
});
