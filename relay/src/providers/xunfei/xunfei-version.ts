import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';

/** Which model a version of the address has. */
const DOMAINS: ReadonlyMap<string, string> = new Map([
  ['v1.1', 'lite'],
  ['v2.1', 'generalv2'],
  ['v3.1', 'generalv3'],
  ['v3.5', 'generalv3.5'],
  ['v4.0', '4.0Ultra'],
]);
const DEFAULT = 'v1.1';
const IN_NAME = /-(v\d+\.\d+)$/;
const VERSION = /^v\d+\.\d+$/;

type Version = { readonly version: string; readonly domain: string };

/**
 * By the query of the caller's address, else by the end of the model's name, else by the channel's `other`, else the first one. Throws BadChannel, and
 * UnsupportedRequest where the caller's is none of Spark's.
 */
export function xunfeiVersionOf(
  model: string,
  wanted: string | undefined,
  { other }: Pick<ChannelView, 'other'>,
): Version {
  if (wanted !== undefined && !VERSION.test(wanted))
    throw new UnsupportedRequest('api-version', 'must be like v3.5 with this channel');
  const version = wanted ?? IN_NAME.exec(model)?.[1] ?? (other.trim() || DEFAULT);
  if (!VERSION.test(version)) throw new BadChannel("the channel's model version must be like v3.5");
  return { version, domain: DOMAINS.get(version) ?? `general${version}` };
}
