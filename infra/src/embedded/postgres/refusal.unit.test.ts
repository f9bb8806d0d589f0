import { describe, expect, it } from '@jest/globals';
import { refusalOfOutput } from './initialise.ts';

describe('what the database server says when it cannot go on', () => {
  it.each([
    [
      'initdb: error: could not write to file "pg_wal/xlogtemp.12": No space left on device',
      'no space left on the disk of /data',
    ],
    ['FATAL:  could not write lock file "postmaster.pid": Disk quota exceeded', 'no space left on the disk of /data'],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 'not enough memory'],
  ])('is explained: %s', (output, words) => {
    expect(refusalOfOutput(output, '/data')?.message).toContain(words);
  });

  it('is left alone when it is something else', () => {
    expect(refusalOfOutput('FATAL:  something else', '/data')).toBeUndefined();
  });
});
