import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { SHORT_LIVED_KEYS_ANSWER_MAX_MS } from '../limits.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import type { SharedKeyRow, SharedShortLivedKeys } from '../short-lived-keys.ts';
import { timed } from '../wait.ts';
import { CLAIM, FIND, GIVE_UP, KEEP } from './sql.ts';

type Row = {
  readonly cipher: Buffer | null;
  readonly lastsMs: number;
  readonly version: number;
  readonly isAsked: boolean;
};

/** The rows of `directory.short_lived_keys`. The clock is the database's. */
export function createShortLivedKeys(pool: Database): SharedShortLivedKeys {
  return {
    async find(name) {
      return rowOf(await inTime(maybeRow<Row>(pool, { text: FIND, values: [name] })));
    },
    async claim(name, { version, askedBy, lastsMs }) {
      return (await inTime(execute(pool, { text: CLAIM, values: [name, version, askedBy, lastsMs] }))) > 0;
    },
    async settle(name, askedBy, key) {
      const end =
        key === undefined
          ? { text: GIVE_UP, values: [name, askedBy] }
          : { text: KEEP, values: [name, askedBy, key.cipher, Math.floor(key.lastsMs)] };
      await inTime(execute(pool, end));
    },
  };
}

function rowOf(row: Row | undefined): SharedKeyRow {
  if (row === undefined) return { key: undefined, version: 0, isAsked: false };
  const { cipher, lastsMs, version, isAsked } = row;
  return { key: cipher === null || lastsMs <= 0 ? undefined : { cipher, lastsMs }, version, isAsked };
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await timed(asked, SHORT_LIVED_KEYS_ANSWER_MAX_MS);
  } catch (cause) {
    throw new DirectoryUnavailable('short-lived keys cannot be asked for', { cause });
  }
}
