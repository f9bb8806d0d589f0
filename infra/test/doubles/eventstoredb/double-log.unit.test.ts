import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DoubleLog } from './double-log.ts';
import type { ProposedEvent } from './double-log-line.ts';

const proposed = (...ids: string[]): ProposedEvent[] =>
  ids.map((id) => ({
    id,
    type: 'T',
    contentType: 'application/json',
    data: Buffer.from(`{"id":"${id}"}`),
    metadata: Buffer.from('{}'),
  }));

const all = (log: DoubleLog) => Array.from({ length: log.length }, (_, index) => log.at(index));

describe('the log of the protocol double', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-double-'));
    file = join(folder, 'log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is after a start what it was before', async () => {
    const log = await DoubleLog.open(file);
    const first = await log.append('s', -1, proposed('a', 'b'));
    await log.append('other', -1, proposed('a'));
    const before = all(log);
    await log.close();
    const again = await DoubleLog.open(file);
    expect(all(again)).toEqual(before);
    expect(await again.append('s', -1, proposed('a', 'b'))).toEqual(first);
    expect(await again.append('s', 1, proposed('c'))).toMatchObject({ outcome: 'success', revision: 2 });
    expect(all(again).map((event) => event?.position)).toEqual(
      all(again)
        .map((event) => event?.position)
        .toSorted((one = 0, other = 0) => one - other),
    );
    await again.close();
  });

  it('drops a batch that a crash cut short, and goes on there', async () => {
    const log = await DoubleLog.open(file);
    await log.append('s', -1, proposed('a'));
    await log.close();
    appendFileSync(file, '[1700000000000,"s",1,[[500,"b","T","appl');
    const again = await DoubleLog.open(file);
    expect(again.stream('s')).toHaveLength(1);
    expect(await again.append('s', 0, proposed('c'))).toMatchObject({ outcome: 'success', revision: 1 });
    await again.close();
    const third = await DoubleLog.open(file);
    expect(third.stream('s')?.map(({ id }) => id)).toEqual(['a', 'c']);
    await third.close();
  });

  it('shows nobody what is not answered yet', async () => {
    const log = await DoubleLog.open(file);
    const appending = log.append('s', -1, proposed('a'));
    expect(log.stream('s')).toBeUndefined();
    await appending;
    expect(log.stream('s')).toHaveLength(1);
    await log.close();
  });
});
