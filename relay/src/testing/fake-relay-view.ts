import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { type OptionValues, optionValues } from '@ledgate/domain/options/values';
import type { Catalogue, Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { channelId, tokenId, userId, type ChannelId, type TokenId, type UserId } from '@ledgate/domain/shared/ids';
import type { ChannelView, RelayView, TokenView } from '@ledgate/projections/directory/relay-view';

/** A channel of type 1 for tests; ids are plain numbers. */
export function channelView(fields: Partial<Omit<ChannelView, 'id'>> & { readonly id: number }): ChannelView {
  const { id, ...others } = fields;
  return {
    id: channelId(id),
    name: `channel ${id}`,
    type: 1,
    status: 1,
    key: `sk-upstream-${id}`,
    keyId: 100 + id,
    organization: '',
    baseUrl: 'http://127.0.0.1:9',
    other: '',
    models: ['gpt-4o'],
    groups: ['default'],
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    setting: {},
    priority: 0,
    weight: 0,
    autoBan: true,
    testModel: '',
    limits: undefined,
    byKey: [],
    hasOtherKeys: false,
    servingSinceMs: -Infinity,
    ...others,
  };
}

/** One with several keys, numbered from 1. */
export function channelViewWithKeys(fields: Parameters<typeof channelView>[0], keys: readonly string[]): ChannelView {
  const view = channelView({ ...fields, hasOtherKeys: true });
  return { ...view, byKey: keys.map((key, index) => ({ ...view, key, keyId: index + 1 })) };
}

/** An enabled, unlimited token of an enabled user of group default. */
export function tokenView(
  fields: Partial<Omit<TokenView, 'user'>> & { readonly user?: Partial<TokenView['user']> } = {},
): TokenView {
  const { user, ...others } = fields;
  return {
    tokenId: tokenId(11),
    key: 'key',
    name: 'token',
    status: 1,
    expiredTime: -1,
    unlimited: true,
    limitVersion: 0,
    models: null,
    addresses: null,
    group: '',
    limits: undefined,
    user: {
      userId: userId(1),
      username: 'somebody',
      role: 1,
      status: 1,
      group: 'default',
      closed: false,
      limits: undefined,
      ...user,
    },
    ...others,
  };
}

/** A directory in memory. `marked` and `disabled` tell what the relay asked for. */
export class FakeRelayView implements RelayView {
  readonly tokens = new Map<string, TokenView>();
  channels: ChannelView[] = [];
  book: PriceBook = defaultPriceBook();
  catalogue: Catalogue | undefined;
  options: OptionValues = { ...optionValues(new Map()), CheckSensitiveEnabled: false, HangUpReadSeconds: 0 };
  readonly marked: [TokenId, number][] = [];
  readonly disabled: ChannelId[] = [];
  readonly keysPutAside: (number | undefined)[] = [];

  token(key: string): TokenView | undefined {
    return this.tokens.get(key);
  }

  channelsFor(group: string, model: string): readonly ChannelView[] {
    return this.channels
      .filter(({ status, groups, models }) => status === 1 && groups.includes(group) && models.includes(model))
      .sort((one, other) => other.priority - one.priority);
  }

  channel(id: number): ChannelView | undefined {
    return this.channels.find((channel) => channel.id === id);
  }

  modelsOf(group: string): readonly string[] {
    return [
      ...new Set(this.channels.filter(({ groups }) => groups.includes(group)).flatMap(({ models }) => models)),
    ].sort();
  }

  setOptions(changed: Partial<OptionValues>): void {
    this.options = { ...this.options, ...changed };
  }

  prices(): Prices {
    return { book: this.book, catalogue: this.catalogue };
  }

  usableGroups(): ReadonlyMap<string, string> {
    return new Map([
      ['default', ''],
      ['vip', ''],
    ]);
  }

  /** Readable, where the real one is a hash. */
  endUserHash(accountId: UserId, name: string): string {
    return `hash-${accountId}-${name}`.slice(0, 64);
  }

  version(): number {
    return 1;
  }

  markToken(id: TokenId, status: number): void {
    this.marked.push([id, status]);
  }

  noteSpent({ id, keyId, hasOtherKeys }: ChannelView): void {
    if (hasOtherKeys) this.keysPutAside.push(keyId);
    else this.disabled.push(id);
  }
}
