import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from './catalogue.ts';
import { createExposition } from './exposition.ts';
import { CHANNELS_MAX, MODELS_MAX } from './limits.ts';
import { outboundMetrics } from './outbound-metrics.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { relayMetrics } from './relay-metrics.ts';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { ChannelId, RequestId } from '@ledgate/domain/shared/ids';

const linesOf = async (metrics: ProcessMetrics): Promise<readonly string[]> =>
  (await createExposition(metrics, 0)()).text.split('\n');
const REQUEST = 'request' as RequestId;
const attempt = (channelId: number, status = 200, latencyMs = 30) => ({
  channelId: channelId as ChannelId,
  status,
  latencyMs,
  outcome: 'answered' as const,
});

describe("the exposition of a process's numbers", () => {
  it('has counters, gauges and histograms with their labels, and what prom-client knows of the process', async () => {
    const metrics = new ProcessMetrics();
    metrics.counter('ledgate_http_requests_total').of('/v1/chat/completions', 'POST', '200').add();
    metrics.counter('ledgate_http_requests_total').of('/v1/chat/completions', 'POST', '200').add(2);
    const duration = metrics.histogram('ledgate_append_duration_seconds').of();
    for (const seconds of [0.0005, 0.001, 0.004, 9]) duration.observe(seconds);
    metrics.watch('relay', (say) => {
      say('ledgate_tills', 1, 'open');
      say('ledgate_leases', 7);
    });
    const lines = await linesOf(metrics);
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE ledgate_http_requests_total counter',
        'ledgate_http_requests_total{route="/v1/chat/completions",method="POST",status="200"} 3',
        '# TYPE ledgate_append_duration_seconds histogram',
        'ledgate_append_duration_seconds_bucket{le="0.001"} 2',
        'ledgate_append_duration_seconds_bucket{le="0.002"} 2',
        'ledgate_append_duration_seconds_bucket{le="0.005"} 3',
        'ledgate_append_duration_seconds_bucket{le="5"} 3',
        'ledgate_append_duration_seconds_bucket{le="+Inf"} 4',
        'ledgate_append_duration_seconds_count 4',
        'ledgate_tills{status="open"} 1',
        'ledgate_leases 7',
        'ledgate_charges_failed_total 0',
      ]),
    );
    expect(lines.find((line) => line.startsWith('ledgate_append_duration_seconds_sum '))).toMatch(/ 9\.005\d*$/);
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true);
    for (const name of Object.keys(CATALOGUE))
      expect(lines.some((line) => line.startsWith(`# HELP ${name} `))).toBe(true);
  });

  it('leaves out what a part did not say in time or at all, counts that, and never shows it as it was', async () => {
    const metrics = new ProcessMetrics();
    let answer: 'well' | 'throws' | 'silent' = 'well';
    metrics.watch('publisher', async (say) => {
      if (answer === 'throws') throw new Error('no store');
      if (answer === 'silent') await new Promise(() => undefined);
      say('ledgate_publisher_lag_events', 3);
    });
    const expose = createExposition(metrics, 0);
    const shown = async (): Promise<boolean> => (await expose()).text.includes('\nledgate_publisher_lag_events ');
    expect(await shown()).toBe(true);
    answer = 'throws';
    expect(await shown()).toBe(false);
    answer = 'silent';
    expect((await metrics.own(5)).gauges).toEqual([]);
    answer = 'well';
    const { text } = await expose();
    expect(text).toContain('\nledgate_publisher_lag_events 3');
    expect(text).toContain('ledgate_scrape_failures_total{part="publisher"} 2');
  });

  it('asks its parts once for many scrapes at a time', async () => {
    const metrics = new ProcessMetrics();
    let asked = 0;
    metrics.watch('relay', () => {
      asked += 1;
    });
    const expose = createExposition(metrics, 60_000);
    await Promise.all(Array.from({ length: 20 }, expose));
    await expose();
    expect(asked).toBe(1);
  });
});

describe('what requests add to the numbers', () => {
  it('is the usage, the amount, the time to the first token and each attempt', async () => {
    const metrics = new ProcessMetrics();
    const relay = relayMetrics(metrics);
    const charge = exampleCharge({});
    relay.attempted(REQUEST, attempt(4, 500), 80);
    relay.retried();
    relay.attempted(REQUEST, { ...attempt(5), affinity: 'moved' }, 200);
    relay.charged({
      ...charge,
      modelBilled: 'gpt-4o',
      firstTokenMs: 40,
      usage: { ...charge.usage, source: 'counted', prompt: 10, completion: 20, parts: { reasoning: 3 } },
    });
    relay.uncharged();
    relay.channelDisabled();
    relay.keyPutAside();
    relay.readOn();
    relay.bodyRefused('full');
    expect(await linesOf(metrics)).toEqual(
      expect.arrayContaining([
        'ledgate_upstream_attempts_total{channel="4",status="500"} 1',
        'ledgate_upstream_attempts_total{channel="5",status="200"} 1',
        'ledgate_upstream_retries_total 1',
        'ledgate_affinity_attempts_total{affinity="moved"} 1',
        'ledgate_affinity_attempts_total{affinity="kept"} 0',
        'ledgate_upstream_latency_seconds_bucket{channel="5",le="0.025"} 0',
        'ledgate_upstream_latency_seconds_bucket{channel="5",le="0.05"} 1',
        'ledgate_tokens_total{model="gpt-4o",kind="prompt"} 10',
        'ledgate_tokens_total{model="gpt-4o",kind="completion"} 20',
        'ledgate_tokens_total{model="gpt-4o",kind="reasoning"} 3',
        `ledgate_quota_charged_total{model="gpt-4o"} ${charge.amount}`,
        'ledgate_charges_total{source="counted"} 1',
        'ledgate_first_token_seconds_sum{model="gpt-4o"} 0.04',
        'ledgate_charges_failed_total 1',
        'ledgate_channels_disabled_total 1',
        'ledgate_channel_keys_put_aside_total 1',
        'ledgate_hang_up_reads_total 1',
        'ledgate_bodies_refused_total{reason="full"} 1',
        'ledgate_bodies_refused_total{reason="standstill"} 0',
      ]),
    );
    expect((await linesOf(metrics)).join('\n')).not.toContain('kind="cached_read"');
  });

  it('is what became of calls that go out, each outcome from the beginning', async () => {
    const metrics = new ProcessMetrics();
    const told = outboundMetrics(metrics);
    told('picture', 'answered');
    told('picture', 'private');
    told('picture', 'private');
    expect(await linesOf(metrics)).toEqual(
      expect.arrayContaining([
        'ledgate_outbound_calls_total{purpose="picture",outcome="answered"} 1',
        'ledgate_outbound_calls_total{purpose="picture",outcome="private"} 2',
        'ledgate_outbound_calls_total{purpose="picture",outcome="timeout"} 0',
      ]),
    );
  });

  it('has a bounded number of channels and models; the rest is counted as other, and nothing is lost', async () => {
    const metrics = new ProcessMetrics();
    const relay = relayMetrics(metrics);
    const many = Math.max(CHANNELS_MAX, MODELS_MAX) + 50;
    for (let each = 0; each < many; each += 1) {
      relay.attempted(REQUEST, attempt(each), 1);
      relay.charged({ ...exampleCharge({}), modelBilled: `model-${each}` });
    }
    const lines = await linesOf(metrics);
    const valueOf = (line: string): number => Number(line.slice(line.lastIndexOf(' ') + 1));
    const attempts = lines.filter((line) => line.startsWith('ledgate_upstream_attempts_total{'));
    const models = lines.filter((line) => line.startsWith('ledgate_quota_charged_total{'));
    expect([attempts.length, models.length]).toEqual([CHANNELS_MAX + 1, MODELS_MAX + 1]);
    expect(attempts.reduce((sum, line) => sum + valueOf(line), 0)).toBe(many);
    expect(attempts).toContain(`ledgate_upstream_attempts_total{channel="other",status="200"} ${many - CHANNELS_MAX}`);
  });
});
