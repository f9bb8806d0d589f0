import { describe, expect, it } from '@jest/globals';
import { Release } from './release.ts';

describe('a release', () => {
  it.each([
    [['1.0.0', '1.0.0', undefined, ''], false],
    [['', undefined, '1.0.0'], false],
    [['1.0.0', '1.1.0'], true],
    [['1.0.0', '1.1.0', undefined], true],
    [['1.0.0', '1.1.0', '1.0.0'], false],
  ])('is new by what the server has said, one after the other: %j', (versions, isNew) => {
    const release = new Release();
    for (const version of versions) release.seen(version);
    expect(release.isNew.get()).toBe(isNew);
  });

  it('is new where part of the page is gone, whatever it calls itself', () => {
    const release = new Release();
    release.seen('1.0.0');
    release.incomplete();
    release.seen('1.0.0');
    expect(release.isNew.get()).toBe(true);
  });
});
