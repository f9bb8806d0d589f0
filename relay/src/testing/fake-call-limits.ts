import { decideCalls, type LimitExchange, type LimitState, type Verdict } from '@ledgate/domain/call-limits/window';
import { DirectoryUnavailable } from '@ledgate/projections/directory/relay-view';
import type { SharedCallLimits } from '@ledgate/projections/directory/call-limits';

/** What processes share, in memory. `exchanges` counts questions; while `isGone` nobody answers. */
export class FakeCallLimits implements SharedCallLimits {
  states: ReadonlyMap<string, LimitState> = new Map();
  nowMs: () => number = () => Date.now();
  isGone = false;
  exchanges = 0;

  exchange(exchange: LimitExchange, processId = 'one'): Promise<readonly Verdict[]> {
    this.exchanges += 1;
    if (this.isGone) return Promise.reject(new DirectoryUnavailable('gone'));
    const { states, verdicts } = decideCalls(this.states, exchange, { processId, nowMs: this.nowMs() });
    this.states = new Map([...this.states, ...states]);
    return Promise.resolve(verdicts);
  }

  /** As another process sees them. */
  of(processId: string): SharedCallLimits {
    return { exchange: (exchange) => this.exchange(exchange, processId) };
  }
}
