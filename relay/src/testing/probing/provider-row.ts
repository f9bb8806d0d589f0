import { type ChannelType, type ChannelTypeKey, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ForeignDialect } from '../../modes/dialect.ts';
import type { Mode } from '../../modes/mode.ts';
import { MODES } from '../../modes/modes.ts';
import { type Providers, providers } from '../../providers/registry.ts';
import type { JsonObject } from '../../wire/json.ts';
import { type Credential, credentialsOf } from './probed-credentials.ts';
import { differencesOf } from './differences.ts';
import { findingOf, type MemberFinding } from './member-finding.ts';
import { probeChannel } from './probe-channel.ts';
import { PROBES } from './probe-chats.ts';
import { probed, type ProbedBy } from './probed-request.ts';
import { joinedPaths, pathText } from './probed-path.ts';

export type { Credential, MemberFinding };

/** How some models of a type are asked for chats. `paths`: whole, and streamed where that is elsewhere. */
export type ChatWay = {
  readonly models: readonly string[];
  readonly paths: readonly string[];
  readonly members: readonly MemberFinding[];
};

/** What the adapters of a type were seen to do, by requests that ask for everything. */
export type ProviderRow = {
  readonly key: ChannelTypeKey;
  readonly code: number;
  readonly name: string;
  readonly modes: readonly Mode[];
  /** Other callers' languages that it speaks itself. */
  readonly native: readonly ForeignDialect[];
  readonly credentials: readonly Credential[];
  /** Where short-lived keys come from. */
  readonly keyAskedAt: string | undefined;
  readonly embeddings: readonly string[];
  readonly chats: readonly ChatWay[];
};

/** Of a type that has no models of its own, or many. */
const ANY_MODEL = 'a-model';
const HI: JsonObject = { messages: [{ role: 'user', content: 'hi' }] };

/** Undefined: the relay has no adapter for it. */
export async function providerRow(key: ChannelTypeKey, from: Providers = providers): Promise<ProviderRow | undefined> {
  const type: ChannelType = channelTypeNamed(key);
  const provider = from.providerOf(type.code);
  if (provider === undefined) return undefined;
  const modes = (Object.keys(MODES) as Mode[]).filter((mode) => from.wayOf(type.code, mode, 'openai') !== undefined);
  const ways = modes.includes('chat') ? await chatWays(key, from) : [];
  const embeddings = modes.includes('embeddings') ? await embeddingsPaths(key, from) : [];
  const model = ways[0]?.models[0] ?? ANY_MODEL;
  const mode = modes.includes('chat') ? 'chat' : 'embeddings';
  const send = (owner: 'anne' | 'bert') => {
    const channel = probeChannel(key, { owner, hasOther: true });
    return probed({ from, key, channel, model }, mode, mode === 'chat' ? HI : {});
  };
  const [mine, again, yours] = [await send('anne'), await send('anne'), await send('bert')];
  const isAsked = typeof mine === 'object' && typeof again === 'object' && typeof yours === 'object';
  const channel = probeChannel(key, { hasOther: true });
  return {
    key,
    code: type.code,
    name: type.name,
    modes,
    native: (Object.keys(provider.native ?? {}) as ForeignDialect[]).sort(),
    credentials: isAsked ? credentialsOf({ mine, again, yours }, channel) : [],
    keyAskedAt: isAsked ? mine.keyAskedAt?.replace(/\?.*/, '') : undefined,
    embeddings,
    chats: ways,
  };
}

/** Models that are asked at the same place are asked alike: the first of them is probed. */
async function chatWays(key: ChannelTypeKey, from: Providers): Promise<readonly ChatWay[]> {
  const { models, code } = channelTypeNamed(key);
  const byPaths = new Map<string, { paths: readonly string[]; models: string[] }>();
  for (const model of models.length === 0 ? [ANY_MODEL] : models) {
    const paths = await pathsOf({ key, from, model }, 'chat', HI);
    if (paths.length === 0) continue;
    const known = byPaths.get(paths.join('\n'));
    if (known === undefined) byPaths.set(paths.join('\n'), { paths, models: [model] });
    else known.models.push(model);
  }
  const ways: ChatWay[] = [];
  for (const { paths, models: asked } of byPaths.values()) {
    const [model = ANY_MODEL] = asked;
    const channel = probeChannel(key, { hasOther: true });
    const takesBytes = from.wayOf(code, 'chat', 'openai', model)?.adapter.picturesAsBytes === true;
    const send = (fields: JsonObject) => probed({ from, key, channel, model }, 'chat', fields);
    const restless = await restlessIn(send);
    const members: MemberFinding[] = [];
    for (const probe of PROBES) members.push(await findingOf(probe, send, { takesBytes, restless }));
    const same = ways.find((way) => JSON.stringify(way.members) === JSON.stringify(members));
    if (same === undefined) ways.push({ models: asked, paths, members });
    else ways[ways.indexOf(same)] = { ...same, models: [...same.models, ...asked], paths: [...same.paths, ...paths] };
  }
  return ways.map((way) => ({ ...way, paths: joinedPaths(way.paths) }));
}

/** By any model, else by the first of the type's own that may be asked for vectors. */
async function embeddingsPaths(key: ChannelTypeKey, from: Providers): Promise<readonly string[]> {
  for (const model of [ANY_MODEL, ...channelTypeNamed(key).models]) {
    const paths = await pathsOf({ key, from, model }, 'embeddings', {});
    if (paths.length > 0) return paths;
  }
  return [];
}

/** Members that are made anew for each request, such as its id. */
async function restlessIn(send: (fields: JsonObject) => ReturnType<typeof probed>): Promise<ReadonlySet<string>> {
  const [one, other] = [await send(HI), await send(HI)];
  if (typeof one !== 'object' || typeof other !== 'object') return new Set();
  return new Set(differencesOf(one.body, other.body).map(({ at }) => at));
}

/** Where a request goes, by channels with and without `other`, whole and as a stream. */
async function pathsOf(
  { key, from, model }: Omit<ProbedBy, 'channel'>,
  mode: Mode,
  fields: JsonObject,
): Promise<readonly string[]> {
  const type: ChannelType = channelTypeNamed(key);
  const seen = new Set<string>();
  for (const hasOther of type.other === undefined ? [false] : [true, false])
    for (const stream of mode === 'chat' ? [false, true] : [false]) {
      const channel = probeChannel(key, { hasOther });
      const sent = await probed({ from, key, channel, model }, mode, stream ? { ...fields, stream } : fields);
      if (typeof sent === 'object') seen.add(pathText(sent, channel, model));
    }
  return [...seen];
}
