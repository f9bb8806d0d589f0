import { CHANNEL_TYPES, type ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Dialect } from '../modes/dialect.ts';
import type { Mode } from '../modes/mode.ts';
import { ali } from './ali/ali-provider.ts';
import { anthropic } from './anthropic/anthropic-provider.ts';
import { azure } from './azure/azure-provider.ts';
import { baidu } from './baidu/baidu-provider.ts';
import { bedrock } from './bedrock/bedrock-provider.ts';
import { cohere } from './cohere/cohere-provider.ts';
import { compatible } from './compatible/rows.ts';
import { custom } from './custom/custom-provider.ts';
import { dify } from './dify/dify-provider.ts';
import { gemini } from './gemini/gemini-provider.ts';
import { openAi, openAiWithResponses } from './openai/openai-provider.ts';
import { palm } from './palm/palm-provider.ts';
import type { Adapter, Provider } from './provider.ts';
import { tencent } from './tencent/tencent-provider.ts';
import { vertex } from './vertex/vertex-provider.ts';
import { xunfei } from './xunfei/xunfei-provider.ts';
import { zhipu } from './zhipu/zhipu-provider.ts';

type ProvidersByKey = Readonly<Partial<Record<ChannelTypeKey, Provider>>>;

/** How a call goes by a channel. `isNative`: the upstream speaks the caller's own dialect. */
export type Way<M extends Mode> = {
  /** The key of the channel's type. */
  readonly key: ChannelTypeKey;
  readonly provider: Provider;
  readonly adapter: Adapter<M>;
  readonly isNative: boolean;
};

type Served = { readonly key: ChannelTypeKey; readonly provider: Provider; readonly modes: ReadonlySet<string> };

/** Which provider serves the channels of a type, and in which modes: those of the type's row that it has an adapter for. */
export class Providers {
  readonly #byType: ReadonlyMap<number, Served>;

  /** By the key of their channel type. One that speaks exactly like OpenAI needs none: its row says so. */
  constructor(byKey: ProvidersByKey) {
    this.#byType = new Map(
      CHANNEL_TYPES.flatMap(({ code, key, modes, speaksOpenAi, speaksResponses }) => {
        const likeOpenAi = speaksResponses === true ? openAiWithResponses : openAi;
        const provider = byKey[key] ?? (speaksOpenAi === true ? likeOpenAi : undefined);
        return provider === undefined ? [] : [[code, { key, provider, modes: new Set(modes) }]];
      }),
    );
  }

  /** undefined: there is no adapter for channels of this type. */
  providerOf(channelType: number): Provider | undefined {
    return this.#byType.get(channelType)?.provider;
  }

  /** undefined: channels of this type do not have this mode. `model`: the name after the channel's mapping. */
  wayOf<M extends Mode>(channelType: number, mode: M, dialect: Dialect, model = ''): Way<M> | undefined {
    const served = this.#byType.get(channelType);
    if (served === undefined || !served.modes.has(mode)) return undefined;
    const { key, provider } = served;
    const isSpoken = dialect !== 'openai' && provider.speaks?.(dialect, model) !== false;
    const native = isSpoken ? provider.native?.[dialect]?.[mode] : undefined;
    if (native !== undefined) return { key, provider, adapter: native, isNative: true };
    const adapter = provider.adapters[mode];
    return adapter === undefined ? undefined : { key, provider, adapter, isNative: dialect === 'openai' };
  }

  /** The channels that have this mode; all of them where none has it, so that the caller hears of that. */
  channelsWith(channels: readonly ChannelView[], mode: Mode): readonly ChannelView[] {
    if (channels.every((channel) => this.#hasMode(channel, mode))) return channels;
    const having = channels.filter((channel) => this.#hasMode(channel, mode));
    return having.length === 0 ? channels : having;
  }

  #hasMode({ type }: ChannelView, mode: Mode): boolean {
    const served = this.#byType.get(type);
    return served !== undefined && served.modes.has(mode) && served.provider.adapters[mode] !== undefined;
  }
}

/** Those that the product has. */
export const providers = new Providers({
  ...compatible,
  custom,
  ali,
  anthropic,
  azure,
  baidu,
  bedrock,
  cohere,
  dify,
  gemini,
  palm,
  tencent,
  vertex,
  xunfei,
  zhipu,
});

/** The channels that may serve what `unfit` cannot: those of another type, or with another say on what has no price or on what goes up. */
export function channelsUnlike(channels: readonly ChannelView[], unfit: ChannelView): readonly ChannelView[] {
  const { type, setting } = unfit;
  const isUnlike = (other: ChannelView): boolean =>
    other.type !== type ||
    other.setting['unpriced'] !== setting['unpriced'] ||
    other.setting['override'] !== setting['override'];
  return channels.filter((other) => other !== unfit && isUnlike(other));
}
