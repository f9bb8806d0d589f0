import { CHANNEL_KEY_STATE } from '@ledgate/domain/catalogue/statuses';
import { execute, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { oneOfIds, type Query, query } from '../../shared/query.ts';
import { type KeyKind, type KeyRing, type OptionPlace, type Place, type Sealed, SecretDamaged } from './key-ring.ts';
import { currentMasterKey } from './master-keys.ts';
import { addSecrets, IS_SEALED, lockOwners, nextNumbers, TABLES } from './sql.ts';

const UNDEFINED_COLUMN = '42703';

/** `number`: of its row; undefined where it stands in clear. */
export type NumberedSecret = { readonly secret: string; readonly number: number | undefined };
/** `secret`: undefined where the row was damaged. */
type Owned = Omit<NumberedSecret, 'secret'> & { readonly ownerId: number; readonly secret: string | undefined };
type Kept = Pick<Sealed, 'masterKey' | 'cipher'> & { readonly number: number; readonly ownerId: number };

const sealedColumns = (owner: string) => ({
  number: 'number',
  ownerId: owner,
  masterKey: 'master_key',
  cipher: 'cipher',
});

/**
 * The secrets of a directory: keys of channels, API keys, codes (docs/operations.md#secrets-at-rest). One a process and directory. Where the directory is not
 * sealed yet, because processes of the release before serve beside this one, they stand in clear in the tables of what they belong to, and are read and
 * written there (docs/decisions/0017-secrets-at-rest.md).
 */
export class DirectoryKeys {
  readonly ring: KeyRing;
  readonly #onDamaged: (damage: SecretDamaged) => void;
  #isSealed = false;

  /** `onDamaged` hears of each row that is read and cannot be opened: it costs what it belongs to its secret, and nobody else anything. */
  constructor(ring: KeyRing, onDamaged: (damage: SecretDamaged) => void = () => {}) {
    this.ring = ring;
    this.#onDamaged = onDamaged;
  }

  /** Whether no secret stands in clear: from then on for ever. */
  async isSealed(db: Queryable): Promise<boolean> {
    this.#isSealed ||= (await oneRow<{ sealed: boolean }>(db, query.raw(IS_SEALED))).sealed;
    return this.#isSealed;
  }

  /** The same for a transaction that writes in either form: whatever it is, it stays so until the transaction ends. */
  async staysSealed(client: Queryable, kind: KeyKind): Promise<boolean> {
    if (!this.#isSealed) await execute(client, query.raw(lockOwners(kind)));
    return this.isSealed(client);
  }

  /** Reads by one query, outside of a transaction: `clear` where the directory is not sealed, also where it is at that moment. */
  async read<Value>(db: Queryable, sealed: () => Promise<Value>, clear: () => Promise<Value>): Promise<Value> {
    if (await this.isSealed(db)) return sealed();
    try {
      return await clear();
    } catch (error) {
      if ((error as { code?: string }).code === UNDEFINED_COLUMN && (await this.isSealed(db))) return sealed();
      throw error;
    }
  }

  /** Adds secrets to what they belong to, in a sealed directory, in the caller's transaction. Throws MasterKeyMissing. */
  async add(
    client: Queryable,
    kind: KeyKind,
    secrets: readonly { readonly ownerId: number; readonly secret: string }[],
  ): Promise<void> {
    if (secrets.length === 0) return;
    const masterKey = await currentMasterKey(client);
    const numbers = await rows<{ number: number }>(client, { text: nextNumbers(kind), values: [secrets.length] });
    const made = secrets.map(({ ownerId, secret }, index) => {
      const number = numbers[index]?.number ?? 0;
      return { number, ownerId, ...this.ring.seal(masterKey, { kind, number, ownerId }, secret) };
    });
    await rows(client, {
      text: addSecrets(kind),
      values: [
        made.map(({ number }) => number),
        made.map(({ ownerId }) => ownerId),
        masterKey,
        made.map(({ cipher }) => cipher),
        made.map(({ hash }) => hash),
      ],
    });
  }

  /**
   * The secrets of these, in the order in which they were added; of channels those that are enabled. Without `ownerIds` of all. Throws MasterKeyMissing.
   */
  async of(
    db: Queryable,
    kind: KeyKind,
    ownerIds?: readonly number[],
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const found = await this.numbered(db, kind, ownerIds);
    return new Map([...found].map(([ownerId, secrets]) => [ownerId, secrets.map(({ secret }) => secret)]));
  }

  /** The same, each with its number; of channels those in this state; in clear all are enabled. What has damaged ones alone has an empty list. */
  numbered(
    db: Queryable,
    kind: KeyKind,
    ownerIds?: readonly number[],
    state: number = CHANNEL_KEY_STATE.enabled,
  ): Promise<ReadonlyMap<number, readonly NumberedSecret[]>> {
    const { owners, secrets, owner } = TABLES[kind];
    const sealed = async (): Promise<readonly Owned[]> => {
      const found = query(secrets).select(sealedColumns(owner)).orderBy('number');
      if (ownerIds !== undefined) found.where(oneOfIds(owner, ownerIds));
      if (kind === 'channel') found.where({ state });
      return (await rows<Kept>(db, found)).map((row) => ({
        ownerId: row.ownerId,
        number: row.number,
        secret: this.#opened(kind, row),
      }));
    };
    const clear = async (): Promise<readonly Owned[]> => {
      if (state !== CHANNEL_KEY_STATE.enabled) return [];
      const found = query(owners).select({ ownerId: 'id', secret: 'key' }).whereRaw("key <> ''");
      if (ownerIds !== undefined) found.where(oneOfIds('id', ownerIds));
      return (await rows<Omit<Owned, 'number'>>(db, found)).map((row) => ({ ...row, number: undefined }));
    };
    return this.read(db, sealed, clear).then(byOwner);
  }

  /** What has this secret. */
  ownersOf(db: Queryable, kind: KeyKind, secret: string): Promise<readonly number[]> {
    const { owners, secrets, owner } = TABLES[kind];
    const ids = async (found: Query): Promise<readonly number[]> =>
      (await rows<{ id: number }>(db, found)).map(({ id }) => id);
    return this.read(
      db,
      () =>
        ids(
          query(secrets)
            .distinct({ id: owner })
            .whereRaw('hash = any(?::bytea[])', [[...this.ring.hashes(kind, secret)]]),
        ),
      () => ids(query(owners).select('id').where({ key: secret })),
    );
  }

  /** Gives one its secrets in a sealed directory: one that it has already keeps its row, with number and state. Answers whether any came or went. */
  async replace(client: Queryable, kind: KeyKind, ownerId: number, wanted: readonly string[]): Promise<boolean> {
    const { secrets, owner } = TABLES[kind];
    const kept = await rows<Kept>(
      client,
      query(secrets)
        .select(sealedColumns(owner))
        .where({ [owner]: ownerId }),
    );
    const known = kept.map((row) => ({ number: row.number, secret: this.#opened(kind, row) }));
    const [before, after] = [new Set(known.map(({ secret }) => secret)), new Set(wanted)];
    const gone = known.filter(({ secret }) => secret === undefined || !after.has(secret)).map(({ number }) => number);
    const came = [...after].filter((secret) => !before.has(secret));
    if (gone.length > 0) await execute(client, query(secrets).where(oneOfIds('number', gone)).delete());
    await this.add(
      client,
      kind,
      came.map((secret) => ({ ownerId, secret })),
    );
    return gone.length + came.length > 0;
  }

  /** What is deleted loses its secrets: in a sealed directory. */
  async drop(client: Queryable, kind: KeyKind, ownerIds: readonly number[]): Promise<void> {
    const { secrets, owner } = TABLES[kind];
    if (ownerIds.length > 0) await execute(client, query(secrets).where(oneOfIds(owner, ownerIds)).delete());
  }

  #opened(kind: KeyKind, { number, ownerId, ...sealed }: Kept): string | undefined {
    return this.opened(sealed, { kind, number, ownerId });
  }

  /** What stands in a row; undefined where it is damaged. Throws MasterKeyMissing. */
  opened(sealed: Pick<Sealed, 'masterKey' | 'cipher'>, place: Place | OptionPlace): string | undefined {
    try {
      return this.ring.openBytes(sealed, place).toString('utf8');
    } catch (error) {
      if (!(error instanceof SecretDamaged)) throw error;
      this.#onDamaged(error);
      return undefined;
    }
  }
}

function byOwner(secrets: readonly Owned[]): ReadonlyMap<number, readonly NumberedSecret[]> {
  const found = new Map<number, NumberedSecret[]>();
  for (const { ownerId, secret, number } of secrets) {
    const known = found.get(ownerId) ?? [];
    if (secret !== undefined) known.push({ secret, number });
    found.set(ownerId, known);
  }
  return found;
}
