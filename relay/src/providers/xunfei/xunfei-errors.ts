import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { toldFailure } from '../completion/told-failure.ts';

/** The status due to a code of Spark's. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  [10_003, 400],
  [10_004, 400],
  [10_005, 400],
  [10_006, 429],
  [10_007, 429],
  [10_008, 503],
  [10_013, 400],
  [10_014, 400],
  [10_019, 400],
  [10_110, 503],
  [10_163, 400],
  [10_404, 404],
  [10_907, 400],
  [11_200, 401],
  [11_201, 429],
  [11_202, 429],
  [11_203, 429],
]);
const OWN_FAILURE = 500;

/** An event that tells an error; undefined where it tells none. */
export function xunfeiRefusal({ header }: JsonObject, channel: ChannelView): Refusal | undefined {
  const code = isObject(header) ? header['code'] : undefined;
  return isObject(header) && typeof code === 'number' && code !== 0
    ? toldFailure(STATUSES.get(code) ?? OWN_FAILURE, { message: header['message'] }, channel)
    : undefined;
}
