import { z } from 'zod';
import { decideCalls, type LimitExchange, type LimitState, type Verdict } from '@ledgate/domain/call-limits/window';
import { type Database, inTransaction, execute, rows } from '../../shared/database.ts';
import type { SharedCallLimits } from '../call-limits.ts';
import { CALL_LIMITS_ANSWER_MAX_MS } from '../limits.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import { timed } from '../wait.ts';
import { KEEP, LOCKED, MADE } from './sql.ts';

type Options = {
  readonly pool: Database;
  /** Of this process: under it its running calls count. */
  readonly processId: string;
};

type Row = { readonly subject: string; readonly state: string; readonly nowMs: number };

const whole = z.number().int();
const stateSchema = z.object({
  spent: z.array(z.tuple([whole, whole, whole])),
  running: z.record(z.string(), z.tuple([whole, whole])),
});

/**
 * The rows of `directory.call_limits`, each locked while a batch is decided, in the order of their names so that two processes never wait for each other. The
 * clock is the database's, the same for all.
 */
export function createCallLimits({ pool, processId }: Options): SharedCallLimits {
  const decided = async (exchange: LimitExchange): Promise<readonly Verdict[]> => {
    const named = [
      ...exchange.told.map(({ subject }) => subject),
      ...exchange.calls.flatMap(({ parts }) => parts.map(({ subject }) => subject)),
    ];
    const subjects = [...new Set(named)].sort();
    return inTransaction(pool, async (client) => {
      let locked = await rows<Row>(client, { text: LOCKED, values: [subjects] });
      if (locked.length < subjects.length) {
        await execute(client, { text: MADE, values: [subjects, JSON.stringify({ spent: [], running: {} })] });
        locked = await rows<Row>(client, { text: LOCKED, values: [subjects] });
      }
      const nowMs = Math.max(0, ...locked.map((row) => row.nowMs));
      const states = new Map(locked.map(({ subject, state }) => [subject, stateIn(state)]));
      const after = decideCalls(states, exchange, { processId, nowMs });
      const kept = [...after.states];
      const texts = kept.map(([, state]) => JSON.stringify(state));
      await execute(client, {
        text: KEEP,
        values: [kept.map(([subject]) => subject), texts, Math.floor(nowMs / 1_000)],
      });
      return after.verdicts;
    });
  };
  return {
    async exchange(exchange) {
      try {
        return await timed(decided(exchange), CALL_LIMITS_ANSWER_MAX_MS);
      } catch (cause) {
        throw new DirectoryUnavailable('limits of calls cannot be asked', { cause });
      }
    },
  };
}

/** A state that a later release wrote otherwise tells nothing. */
function stateIn(text: string): LimitState {
  const parsed = stateSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : { spent: [], running: {} };
}
