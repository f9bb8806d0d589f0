import type { EventStore } from '@ledgate/domain/ports/event-store';
import { type StoredOptionValues, optionValues } from '@ledgate/domain/options/values';
import { currentPrices, type Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import { allChannelsWithKeys } from '../channels/find.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { endUserKey } from '../end-users/end-user-key.ts';
import { refuseMissing } from '../keys/master-keys.ts';
import { changesSince, currentVersion, type DirectoryChange } from '../changes.ts';
import type { Database } from '../../shared/database.ts';
import type { ChannelView } from '../relay-view.ts';
import { ledgerSchemaOf } from '../ledger-schema/ledger-schema.ts';
import { RELAY_VIEW_READ_TIMEOUT_MS } from '../limits.ts';
import { savedOptions } from '../options/options.ts';
import { channelView } from './channel-view.ts';

/** What a look at the directory brought: whole parts that replace the kept ones, undefined where nothing changed. */
export type Loaded = {
  readonly version: number;
  readonly channels: readonly ChannelView[] | undefined;
  readonly options: StoredOptionValues | undefined;
  readonly prices: Prices | undefined;
  /** `ledger_schema`. */
  readonly ledgerSchema: number | undefined;
  /** Under which end users are hashed. */
  readonly endUserKey: Buffer | undefined;
  /** Tokens and users to be forgotten; 'all' when it is not known which. */
  readonly tokens: readonly DirectoryChange[] | 'all';
};

const loadChannels = async (db: Database, directoryKeys: DirectoryKeys): Promise<readonly ChannelView[]> =>
  (await allChannelsWithKeys(db, directoryKeys)).map(channelView);

const loadOptions = async (db: Database, directoryKeys: DirectoryKeys): Promise<StoredOptionValues> =>
  optionValues(await savedOptions(db, directoryKeys));

type Sources = { readonly pool: Database; readonly store: EventStore; readonly directoryKeys: DirectoryKeys };

/**
 * The version is read first: what is read after it may be newer, and then comes again with the next look. Throws MasterKeyMissing where a key may be one
 * that this process cannot find or open.
 */
export async function loadAll({ pool: db, store, directoryKeys }: Sources): Promise<Loaded> {
  const version = await currentVersion(db);
  await refuseMissing(db, directoryKeys.ring);
  const [channels, options, prices, ledgerSchema, hashKey] = await Promise.all([
    loadChannels(db, directoryKeys),
    loadOptions(db, directoryKeys),
    currentPrices(store, Date.now()),
    ledgerSchemaOf(db),
    endUserKey(db, directoryKeys.ring, Date.now()),
  ]);
  return { version, channels, options, prices, ledgerSchema, endUserKey: hashKey, tokens: 'all' };
}

export async function loadSince(sources: Sources, version: number): Promise<Loaded> {
  const { pool: db, store, directoryKeys } = sources;
  const { version: head, changes, complete } = await changesSince(db, version, RELAY_VIEW_READ_TIMEOUT_MS);
  if (!complete || head < version) return loadAll(sources);
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('master_key')) await refuseMissing(db, directoryKeys.ring);
  const [channels, options, prices, ledgerSchema, hashKey] = await Promise.all([
    kinds.has('channel') ? loadChannels(db, directoryKeys) : undefined,
    kinds.has('option') ? loadOptions(db, directoryKeys) : undefined,
    kinds.has('pricebook') ? currentPrices(store, Date.now()) : undefined,
    kinds.has('ledger_schema') ? ledgerSchemaOf(db) : undefined,
    kinds.has('end_user_key') ? endUserKey(db, directoryKeys.ring, Date.now()) : undefined,
  ]);
  return {
    version: head,
    channels,
    options,
    prices,
    ledgerSchema,
    endUserKey: hashKey,
    tokens: changes.filter(({ kind }) => kind === 'token' || kind === 'user'),
  };
}
