import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { PROVIDER_ANSWER_BYTES_MAX, PROVIDER_TIMEOUT_MS } from '../limits.ts';
import type { AskUpstream } from '../ports.ts';
import { TooManyCalls } from './bounded-calls.ts';
import type { OutsideFault, Problem } from './problem.ts';

/** A service did not say what it was asked: why, for the caller. Everything that it does wrong ends in one. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

type Question = Pick<Parameters<AskUpstream>[0], 'url' | 'body' | 'headers'>;

/**
 * One call to the service of that name, 64 KB, by default 5 s and without a proxy, no redirect followed. Answers the object that it said with status 200.
 * Throws OutsideFailure.
 */
export async function askService(
  ask: AskUpstream,
  name: string,
  question: Question,
  { proxy = '', timeoutMs = PROVIDER_TIMEOUT_MS }: { readonly proxy?: string; readonly timeoutMs?: number } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const failure = (fault: OutsideFault, of: { readonly status?: number } = {}): OutsideFailure =>
    new OutsideFailure({ code: 'outside_unreachable', provider: name, fault, ...of });
  const { status, text } = await ask({ ...question, proxy, timeoutMs, bytesMax: PROVIDER_ANSWER_BYTES_MAX }).catch(
    (error: unknown) => {
      throw failure(error instanceof TooManyCalls ? 'busy' : isTimeout(error) ? 'timeout' : 'unreachable');
    },
  );
  if (text === undefined) throw failure('too_large');
  if (status !== 200) throw failure('status', { status });
  const said = parsedJson(text);
  if (!isJsonObject(said)) throw failure('unreadable');
  return said as Readonly<Record<string, unknown>>;
}

/** A service's own words of a refusal, told under its name. */
export const refusedByService = (name: string, said: unknown): OutsideFailure =>
  new OutsideFailure({ code: 'outside_refused', provider: name, detail: shortText(said) });

const DETAIL_CHARACTERS_MAX = 200;
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Of a service's own words: one line of at most 200 characters. */
export const shortText = (said: unknown): string =>
  typeof said === 'string' ? [...said.replaceAll(CONTROLS, ' ').trim()].slice(0, DETAIL_CHARACTERS_MAX).join('') : '';

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
