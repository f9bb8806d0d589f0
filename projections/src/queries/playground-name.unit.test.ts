import { expect, it } from '@jest/globals';
import { playgroundGroup, playgroundName } from './playground-name.ts';

it('is that of a group, and of nothing else', () => {
  expect([playgroundName('vip'), playgroundName('')]).toEqual(['playground-vip', '']);
  expect(
    ['playground-vip', 'playground-a-b', 'playground-', 'playground', 'my playground-vip'].map(playgroundGroup),
  ).toEqual(['vip', 'a-b', undefined, undefined, undefined]);
});
