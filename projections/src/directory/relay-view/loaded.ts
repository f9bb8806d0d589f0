import type { EventStore } from '@ledgate/domain/ports/event-store';
import { type StoredOptionValues, optionValues } from '@ledgate/domain/options/values';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { currentPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { allChannelsWithKeys } from '../channels/find.ts';
import { changesSince, currentVersion, type DirectoryChange } from '../changes.ts';
import type { Database } from '../../shared/database.ts';
import { ledgerSchemaOf } from '../ledger-schema/ledger-schema.ts';
import { RELAY_VIEW_READ_TIMEOUT_MS } from '../limits.ts';
import { savedOptions } from '../options/options.ts';
import { channelIndex, type ChannelIndex } from './channel-index.ts';
import { channelView } from './channel-view.ts';

/** What a look at the directory brought: whole parts that replace the kept ones, undefined where nothing changed. */
export type Loaded = {
  readonly version: number;
  readonly channels: ChannelIndex | undefined;
  readonly options: StoredOptionValues | undefined;
  readonly priceBook: PriceBook | undefined;
  /** `ledger_schema`. */
  readonly ledgerSchema: number | undefined;
  /** Tokens and users to be forgotten; 'all' when it is not known which. */
  readonly tokens: readonly DirectoryChange[] | 'all';
};

const loadChannels = async (db: Database): Promise<ChannelIndex> =>
  channelIndex((await allChannelsWithKeys(db)).map(channelView));

const loadOptions = async (db: Database): Promise<StoredOptionValues> => optionValues(await savedOptions(db));

/** The version is read first: what is read after it may be newer, and then comes again with the next look. */
export async function loadAll(db: Database, store: EventStore): Promise<Loaded> {
  const version = await currentVersion(db);
  const [channels, options, priceBook, ledgerSchema] = await Promise.all([
    loadChannels(db),
    loadOptions(db),
    currentPriceBook(store),
    ledgerSchemaOf(db),
  ]);
  return { version, channels, options, priceBook, ledgerSchema, tokens: 'all' };
}

export async function loadSince(db: Database, store: EventStore, version: number): Promise<Loaded> {
  const { version: head, changes, complete } = await changesSince(db, version, RELAY_VIEW_READ_TIMEOUT_MS);
  if (!complete || head < version) return loadAll(db, store);
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [channels, options, priceBook, ledgerSchema] = await Promise.all([
    kinds.has('channel') ? loadChannels(db) : undefined,
    kinds.has('option') ? loadOptions(db) : undefined,
    kinds.has('pricebook') ? currentPriceBook(store) : undefined,
    kinds.has('ledger_schema') ? ledgerSchemaOf(db) : undefined,
  ]);
  return {
    version: head,
    channels,
    options,
    priceBook,
    ledgerSchema,
    tokens: changes.filter(({ kind }) => kind === 'token' || kind === 'user'),
  };
}
