import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import type { JsonObject } from '../../wire/json.ts';
import { toldFailure } from '../completion/told-failure.ts';

/** The status due to a code of Baidu's, which come with 200; any other code is a request that it does not take. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  [1, 500],
  [2, 503],
  [3, 404],
  [4, 429],
  [6, 403],
  [13, 401],
  [14, 401],
  [15, 403],
  [17, 429],
  [18, 429],
  [19, 429],
  [100, 401],
  [110, 401],
  [111, 401],
  [336000, 500],
  [336100, 503],
  [336200, 503],
  [336501, 429],
  [336502, 429],
  [336503, 429],
  [336504, 429],
  [336505, 429],
]);
const BAD_REQUEST = 400;

/** What is told with status 200 and is an error; undefined where it is none. */
export function baiduRefusal(told: JsonObject, channel: ChannelView): Refusal | undefined {
  const { error_code: code } = told;
  return typeof code === 'number' ? toldFailure(STATUSES.get(code) ?? BAD_REQUEST, told, channel) : undefined;
}
