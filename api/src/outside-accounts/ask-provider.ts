import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { TooManyCalls } from '../http/bounded-calls.ts';
import type { OutsideProvider } from '@ledgate/projections/directory/users/find';
import type { OutsideFault, Problem } from '../http/problem.ts';
import { PROVIDER_ANSWER_BYTES_MAX, PROVIDER_TIMEOUT_MS } from '../limits.ts';
import type { AskUpstream } from '../ports.ts';
import { OUTSIDE } from './outside-accounts.ts';

/** Nobody could be identified: why, for the caller. Everything that a provider does wrong ends in one. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

type Question = Pick<Parameters<AskUpstream>[0], 'url' | 'body' | 'headers'>;

/** One call to a provider, 5 s and 64 KB, no redirect followed. Answers the object that it said with status 200. Throws OutsideFailure. */
export async function askProvider(
  ask: AskUpstream,
  provider: OutsideProvider,
  question: Question,
): Promise<Readonly<Record<string, unknown>>> {
  const { name } = OUTSIDE[provider];
  const failure = (fault: OutsideFault): OutsideFailure =>
    new OutsideFailure({ code: 'outside_unreachable', provider: name, fault });
  const { status, text } = await ask({
    ...question,
    proxy: '',
    timeoutMs: PROVIDER_TIMEOUT_MS,
    bytesMax: PROVIDER_ANSWER_BYTES_MAX,
  }).catch((error: unknown) => {
    throw failure(error instanceof TooManyCalls ? 'busy' : isTimeout(error) ? 'timeout' : 'unreachable');
  });
  if (text === undefined) throw failure('too_large');
  if (status !== 200) throw failure('status');
  const said = parsedJson(text);
  if (!isJsonObject(said)) throw failure('unreadable');
  return said as Readonly<Record<string, unknown>>;
}

/** A provider's own words of a refusal. */
export const refusedBy = (provider: OutsideProvider, said: unknown): OutsideFailure =>
  new OutsideFailure({ code: 'outside_refused', provider: OUTSIDE[provider].name, detail: shortText(said) });

const DETAIL_CHARACTERS_MAX = 200;
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const shortText = (said: unknown): string =>
  typeof said === 'string' ? [...said.replaceAll(CONTROLS, ' ').trim()].slice(0, DETAIL_CHARACTERS_MAX).join('') : '';

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
