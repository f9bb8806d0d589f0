import { changed, membersOf } from '../../wire/json-splice.ts';

const VERSION = '"bedrock-2023-05-31"';
const BETA_HEADER = 'anthropic-beta';

/**
 * A body of Anthropic's messages as Bedrock takes it: the model and whether it is a stream stand in the path, the version and the features asked for in the
 * body, and the tier of service is none of its members.
 * @param headers the caller's that go up with it, names and values in turn
 */
export function bedrockBody(messages: Buffer, headers: readonly string[]): Buffer {
  const at = headers.indexOf(BETA_HEADER);
  const betas = (at < 0 ? '' : (headers[at + 1] ?? ''))
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '');
  const changes = new Map<string, string | null>([
    ['model', null],
    ['stream', null],
    ['service_tier', null],
    ['anthropic_version', VERSION],
  ]);
  if (betas.length > 0) changes.set('anthropic_beta', JSON.stringify(betas));
  return changed(messages, membersOf(messages), changes);
}
