import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { type SplitUrl, splitUrl } from '../../wire/split-url.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('vertex');
/** The region that stands for all of them has an address without its name. */
const GLOBAL = 'global';

/** By the name that was asked for, else by the one after the mapping. */
type Named = { readonly asked: string; readonly model: string };

/** A region of `other`: one for all models, or a map from models to regions that has a `default`. Throws BadChannel. */
export function regionOf({ other }: ChannelView, { asked, model }: Named): string {
  const map = other.trim().startsWith('{') ? parsedJson(other) : undefined;
  const region = isObject(map) ? (own(map, asked) ?? own(map, model) ?? map['default']) : other.trim();
  // It becomes a part of a host's name.
  if (typeof region !== 'string' || !/^[a-z0-9-]+$/.test(region))
    throw new BadChannel("the channel's field other must be a region, or a map from models to regions with a default");
  return region;
}

const own = (map: JsonObject, name: string): unknown => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Below a project's place in a region. `path`: from there on. Throws BadChannel. */
export function vertexUrl(
  channel: ChannelView,
  { version, projectId, region, path }: { version: string; projectId: string; region: string; path: string },
): SplitUrl {
  const base = channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl;
  const place = `projects/${encodeURIComponent(projectId)}/locations/${region}`;
  const host = region === GLOBAL ? base.replace('{region}-', '') : base.replaceAll('{region}', region);
  return splitUrl(host, `/${version}/${place}/${path}`);
}
