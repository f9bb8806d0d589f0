import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import type { JsonObject } from '../../wire/json.ts';
import { toldFailure } from '../completion/told-failure.ts';

/** The status due to a code of Zhipu's; of any other the first two digits tell. */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [1_113, 402],
  [1_211, 404],
  [1_220, 403],
  [1_230, 500],
  [1_234, 500],
  [1_301, 400],
]);
const BY_KIND: ReadonlyMap<number, number> = new Map([
  [10, 401],
  [11, 403],
  [12, 400],
  [13, 429],
]);
const OWN_FAILURE = 500;
const KIND = 100;

/** What is told with status 200 and is an error; undefined where it is none. */
export function zhipuRefusal(told: JsonObject, channel: ChannelView): Refusal | undefined {
  if (told['success'] !== false) return undefined;
  const code = Number(told['code']);
  return toldFailure(STATUSES.get(code) ?? BY_KIND.get(Math.floor(code / KIND)) ?? OWN_FAILURE, told, channel);
}
