import type { ApiError } from '../api/api-error.ts';
import type { ApiRequest } from '../api/base-query.ts';
import type { Failed } from './work-slice.ts';

/** How often one row's call is sent, over all pauses and lost connections. */
export const SENT_MAX = 20;
/** Between two tries without a connection. */
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 15_000;
/** How soon a stop is noticed that is asked for in a pause. */
const LOOK_MS = 250;
/** How often lists are asked again while rows under them change. */
export const SHOWN_EVERY_MS = 2_000;

export type RunPlan<Row> = {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** One call, which may be made again without harm where its answer was lost. */
  readonly request: (row: Row) => ApiRequest;
};

/** What a run knows beside its plan. */
export type Around = {
  readonly send: (request: ApiRequest) => Promise<ApiError | undefined>;
  /** Nothing more is to be done: somebody asked to stop, or its person went away. */
  readonly isStopped: () => boolean;
  /** Until when the server takes no more calls, ms since the epoch. */
  readonly pausedUntilMs: () => number;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly whyOf: (error: ApiError) => string;
  readonly told: (failed: Failed | undefined) => void;
  /** Rows have changed: lists that show them are asked again. */
  readonly show: () => void;
};

/** The call is not to be made any more, by anybody in this tab. */
const isOver = ({ kind, status }: ApiError): boolean => kind === 'elsewhere' || kind === 'barred' || status === 401;

async function rest(ms: number, around: Around): Promise<void> {
  const untilMs = around.nowMs() + ms;
  for (let leftMs = ms; leftMs > 0 && !around.isStopped(); leftMs = untilMs - around.nowMs())
    await around.sleep(Math.min(leftMs, LOOK_MS));
}

/** The row is gone, and an earlier try got no answer: that one has deleted it. Codes of such refusals end in _missing. */
const isDoneBefore = (request: ApiRequest, { kind, code = '' }: ApiError): boolean =>
  kind === 'refused' && request.method === 'DELETE' && code.endsWith('_missing');

async function doRow<Row>(row: Row, plan: RunPlan<Row>, around: Around): Promise<ApiError | 'stopped' | undefined> {
  const request = plan.request(row);
  let lost = 0;
  for (let sent = 1; ; sent += 1) {
    const error = await around.send(request);
    if (error === undefined || (lost > 0 && isDoneBefore(request, error))) return undefined;
    const isLost = error.kind === 'network';
    if ((!isLost && error.status !== 429) || sent === SENT_MAX) return error;
    if (isLost) lost += 1;
    await rest(
      isLost
        ? Math.min(RETRY_MIN_MS * 2 ** (lost - 1), RETRY_MAX_MS)
        : Math.max(around.pausedUntilMs() - around.nowMs(), RETRY_MIN_MS),
      around,
    );
    if (around.isStopped()) return 'stopped';
  }
}

/** Makes the calls of a plan one after the other, waits where the server takes no more, and answers the rows that are done. */
export async function runWork<Row>(plan: RunPlan<Row>, around: Around): Promise<readonly Row[]> {
  const done: Row[] = [];
  let shownMs = around.nowMs();
  for (const row of plan.rows) {
    if (around.isStopped()) break;
    const outcome = await doRow(row, plan, around);
    if (outcome === 'stopped') break;
    around.told(
      outcome === undefined ? undefined : { key: plan.keyOf(row), name: plan.nameOf(row), why: around.whyOf(outcome) },
    );
    if (outcome !== undefined && isOver(outcome)) break;
    if (outcome === undefined) done.push(row);
    if (around.nowMs() - shownMs >= SHOWN_EVERY_MS) {
      shownMs = around.nowMs();
      around.show();
    }
  }
  around.show();
  return done;
}
