import { UnsupportedRequest } from '../../errors/unsupported-request.ts';

/** Ids that do not follow from the names by which Anthropic calls its models. */
const IDS: ReadonlyMap<string, string> = new Map([
  ['claude-instant-1.2', 'anthropic.claude-instant-v1'],
  ['claude-2.0', 'anthropic.claude-v2'],
  ['claude-2.1', 'anthropic.claude-v2:1'],
  ['claude-3-5-sonnet-20241022', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-opus-4-6', 'anthropic.claude-opus-4-6-v1'],
]);
const CLAUDE = 'claude-';
const DATED = /-\d{8}$/;
/** Bedrock's own: a model, with or without the region of a profile before it, or the address of one. */
const OWN_ID = /^(?:[a-z-]+\.)?anthropic\.|^arn:/;
/** Those that are called in one region; later ones by a profile of several regions alone. */
const OF_ONE_REGION = /^claude-(?:instant|2|3-(?:opus|sonnet|haiku|5))/;
/** Beginnings of regions, and the profiles that stand there. */
const PROFILES: readonly (readonly [string, string])[] = [
  ['us-gov-', 'us-gov'],
  ['us-', 'us'],
  ['ca-', 'us'],
  ['eu-', 'eu'],
  ['ap-', 'apac'],
];
const PROFILE_ELSEWHERE = 'global';

/** How Bedrock calls a model in a region (docs/behaviour.md#bedrock): an id of its own is taken as it is. Throws UnsupportedRequest for none of Claude's. */
export function bedrockModelId(model: string, region: string): string {
  if (OWN_ID.test(model)) return model;
  if (!model.startsWith(CLAUDE)) throw new UnsupportedRequest('model', 'this channel serves models of Claude alone');
  const id = IDS.get(model) ?? `anthropic.${model}${DATED.test(model) ? '-v1:0' : ''}`;
  if (OF_ONE_REGION.test(model)) return id;
  const profile = PROFILES.find(([beginning]) => region.startsWith(beginning))?.[1] ?? PROFILE_ELSEWHERE;
  return `${profile}.${id}`;
}
