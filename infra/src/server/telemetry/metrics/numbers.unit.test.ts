import { describe, expect, it } from '@jest/globals';
import { type Numbers, NumbersOfOthers, numbersSchema, together } from './numbers.ts';
import { ProcessMetrics } from './process-metrics.ts';

async function numbersOf(requests: number, leases: number, ageSeconds: number): Promise<Numbers> {
  const metrics = new ProcessMetrics();
  metrics.counter('ledgate_http_requests_total').of('/v1/models', 'GET', '200').add(requests);
  metrics.histogram('ledgate_append_batch_events').of().observe(requests);
  metrics.watch('relay', (say) => {
    say('ledgate_leases', leases);
    say('ledgate_heartbeat_age_seconds', ageSeconds);
  });
  return metrics.own();
}

const countedIn = ({ counters }: Numbers): number => counters.reduce((sum, { value }) => sum + value, 0);

describe('numbers of several processes', () => {
  it('are added up, of an age the greatest is shown', async () => {
    const all = together([await numbersOf(1, 3, 0.5), await numbersOf(8, 4, 2)]);
    expect(all.counters).toEqual([
      { name: 'ledgate_http_requests_total', labels: ['/v1/models', 'GET', '200'], value: 9 },
    ]);
    expect(all.histograms).toMatchObject([
      { name: 'ledgate_append_batch_events', sum: 9, counts: [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] },
    ]);
    expect(all.gauges).toEqual([
      { name: 'ledgate_leases', labels: [], value: 7 },
      { name: 'ledgate_heartbeat_age_seconds', labels: [], value: 2 },
    ]);
  });

  it('arrive as they were sent, and are refused under a name that is no metric of their kind', async () => {
    const sent = await numbersOf(1, 3, 0.5);
    expect(numbersSchema.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
    expect(
      numbersSchema.safeParse({ ...sent, counters: [{ name: 'ledgate_leases', labels: [], value: 1 }] }).success,
    ).toBe(false);
  });

  it('never go back when a process ends, and none is counted twice; its gauges go with it', async () => {
    const others = new NumbersOfOthers();
    others.hear('one', await numbersOf(5, 1, 1));
    others.hear('one', await numbersOf(7, 1, 1));
    others.hear('other', await numbersOf(10, 2, 1));
    expect(countedIn(together(others.all()))).toBe(17);
    others.left('one');
    others.left('one');
    others.hear('next', await numbersOf(1, 4, 1));
    const now = together(others.all());
    expect(countedIn(now)).toBe(18);
    expect(now.gauges.find(({ name }) => name === 'ledgate_leases')?.value).toBe(6);
  });
});
