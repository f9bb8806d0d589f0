import { describe, expect, it } from '@jest/globals';
import type { ApiError } from '../api/api-error.ts';
import type { ApiRequest } from '../api/base-query.ts';
import { type Around, type RunPlan, runWork, SENT_MAX } from './run-work.ts';
import type { Failed } from './work-slice.ts';

const error = (kind: ApiError['kind'], status = 0, code?: string): ApiError => ({
  kind,
  status,
  message: `${kind} ${status}`,
  requestId: undefined,
  ...(code === undefined ? {} : { code }),
});
const tooMany = error('http', 429);
const lost = error('network');

const planOf = (rows: readonly number[], method: 'PUT' | 'DELETE' = 'PUT'): RunPlan<number> => ({
  rows,
  keyOf: String,
  nameOf: (row) => `row ${row}`,
  request: (row) => ({ url: `/api/row/${row}`, method }),
});

/** A server that answers a row's calls in turn with what is listed, and "done" after that. */
function around(answers: Readonly<Record<number, readonly ApiError[]>>, isStopped: () => boolean = () => false) {
  let nowMs = 1_000_000;
  let pausedUntilMs = 0;
  const sent: number[] = [];
  const ended: (Failed | undefined)[] = [];
  const waits: number[] = [];
  let shows = 0;
  const send = async ({ url }: ApiRequest): Promise<ApiError | undefined> => {
    const row = Number(url.split('/').at(-1));
    const before = sent.filter((each) => each === row).length;
    sent.push(row);
    nowMs += 100;
    const answer = answers[row]?.[before];
    if (answer?.status === 429) pausedUntilMs = nowMs + 7_000;
    return answer;
  };
  const given: Around = {
    send,
    isStopped,
    pausedUntilMs: () => pausedUntilMs,
    nowMs: () => nowMs,
    sleep: async (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
    whyOf: ({ message }) => message,
    told: (failed) => void ended.push(failed),
    show: () => void (shows += 1),
  };
  return { given, sent, ended, waited: () => waits.reduce((sum, ms) => sum + ms, 0), shows: () => shows };
}

describe('runWork', () => {
  it('makes a call a row, in their order, and goes on after one that failed', async () => {
    const { given, sent, ended } = around({ 2: [error('refused')] });
    expect(await runWork(planOf([1, 2, 3]), given)).toEqual([1, 3]);
    expect(sent).toEqual([1, 2, 3]);
    expect(ended).toEqual([undefined, { key: '2', name: 'row 2', why: 'refused 0' }, undefined]);
  });

  it('waits as long as the server says where it takes no more calls, and then goes on with the same row', async () => {
    const { given, sent, waited } = around({ 2: [tooMany] });
    expect(await runWork(planOf([1, 2, 3]), given)).toEqual([1, 2, 3]);
    expect(sent).toEqual([1, 2, 2, 3]);
    expect(waited()).toBe(7_000);
  });

  it('tries again after 1, 2, 4 and at most 15 s without a connection', async () => {
    const { given, sent, waited } = around({ 1: [lost, lost, lost, lost, lost, lost] });
    expect(await runWork(planOf([1, 2]), given)).toEqual([1, 2]);
    expect(sent).toEqual([1, 1, 1, 1, 1, 1, 1, 2]);
    expect(waited()).toBe(1_000 + 2_000 + 4_000 + 8_000 + 15_000 + 15_000);
  });

  it('gives a row up that does not come through', async () => {
    const { given, sent, ended } = around({ 1: Array.from({ length: 50 }, () => lost) });
    expect(await runWork(planOf([1, 2]), given)).toEqual([2]);
    expect(sent).toHaveLength(SENT_MAX + 1);
    expect(ended).toEqual([{ key: '1', name: 'row 1', why: 'network 0' }, undefined]);
  });

  it('takes a row that is gone as deleted where the answer to its deletion was lost, and else as a failure', async () => {
    const gone = error('refused', 200, 'token_missing');
    const first = around({ 1: [lost, gone], 2: [gone] });
    expect(await runWork(planOf([1, 2], 'DELETE'), first.given)).toEqual([1]);
    const other = around({ 1: [lost, gone] });
    expect(await runWork(planOf([1]), other.given)).toEqual([]);
  });

  it('stops where it is asked to, in a pause too', async () => {
    let calls = 0;
    const { given, sent, ended } = around({ 2: [tooMany] }, () => (calls += 1) > 6);
    expect(await runWork(planOf([1, 2, 3]), given)).toEqual([1]);
    expect(sent).toEqual([1, 2]);
    expect(ended).toEqual([undefined]);
  });

  it.each([error('elsewhere'), error('barred'), error('http', 401)])(
    'does nothing more once its person went away: $kind',
    async (away) => {
      const { given, sent } = around({ 2: [away] });
      expect(await runWork(planOf([1, 2, 3]), given)).toEqual([1]);
      expect(sent).toEqual([1, 2]);
    },
  );

  it('shows what has changed now and then, and at its end', async () => {
    const { given, shows } = around({});
    await runWork(planOf(Array.from({ length: 50 }, (_, index) => index)), given);
    expect(shows()).toBe(3);
  });
});
