import { describe, expect, it } from '@jest/globals';
import { KnownRevisions } from './known-revisions.ts';
import { KNOWN_STREAMS_MAX } from './limits.ts';

describe('known revisions', () => {
  it('are the highest seen of each stream', () => {
    const known = new KnownRevisions();
    known.saw('one', 4);
    known.saw('one', 2);
    expect([known.lastOf('one'), known.lastOf('other')]).toEqual([4, -1]);
  });

  it('forget the stream that was seen longest ago', () => {
    const known = new KnownRevisions();
    for (let index = 0; index < KNOWN_STREAMS_MAX; index += 1) known.saw(`stream-${index}`, 0);
    known.saw('stream-0', 1);
    known.saw('new', 0);
    expect([known.lastOf('stream-0'), known.lastOf('stream-1'), known.lastOf('stream-2'), known.lastOf('new')]).toEqual(
      [1, -1, 0, 0],
    );
  });
});
