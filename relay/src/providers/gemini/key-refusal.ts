import { isObject, jsonIn } from '../../wire/json.ts';
import type { WholeAnswer } from '../provider.ts';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
/** As google.rpc.ErrorInfo has it: one that is unknown, was deleted or has expired. */
const KEY_REFUSED = 'API_KEY_INVALID';

/** Google's generative language tells a key that is of no use as a bad request: 401 is due to it (https://ai.google.dev/gemini-api/docs/troubleshooting). */
export function statusOfKeyRefusal({ head, body }: WholeAnswer): number | undefined {
  if (head.status !== BAD_REQUEST) return undefined;
  const answer = jsonIn(body);
  const told: unknown = Array.isArray(answer) ? answer[0] : answer;
  const error = isObject(told) ? told['error'] : undefined;
  const details = isObject(error) && Array.isArray(error['details']) ? (error['details'] as readonly unknown[]) : [];
  return details.some((detail) => isObject(detail) && detail['reason'] === KEY_REFUSED) ? UNAUTHORIZED : undefined;
}
