import { formatCount } from '../money/quota-format.ts';
import type { ServerRun } from './runs-api.ts';
import type { runTexts } from './run-texts.ts';

type Own = (typeof runTexts)['en'];

/** How a run that is no longer under way has ended: whole where it saw to everything and nothing failed. */
export type RunEnd = { readonly isWhole: boolean; readonly text: string };

/** What is told of the end of a run; `notAll` says how many of how many are done. */
export function runEnd(
  { kind, state, total, done, failed }: ServerRun,
  own: Own,
  notAll: (title: string, done: string, total: string) => string,
): RunEnd {
  const passed = formatCount(done - failed);
  if (state === 'ended' && failed === 0)
    return { isWhole: true, text: kind === 'tests' ? own.testsPassed(passed) : own.balancesUpdated(passed) };
  if (state === 'ended') {
    const say = kind === 'tests' ? own.testsFailed : own.balancesFailed;
    return { isWhole: false, text: say(formatCount(failed), formatCount(total)) };
  }
  const parts = [
    notAll(own[kind], passed, formatCount(total)),
    failed === 0 ? '' : own.failed(formatCount(failed)),
    state === 'stopped' ? own.stopped : own.broken,
  ];
  return { isWhole: false, text: parts.filter(Boolean).join(own.and) };
}
