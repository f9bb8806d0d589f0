import { createHmac } from 'node:crypto';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { RequestId, TillId, UserId } from '@ledgate/domain/shared/ids';
import { type Database, execute, maybeRow, oneRow, type Sql } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { KeptAnswers, KeptCall, KeyedCall, Missing, WholeAnswer } from '../kept-answers.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { type AnswerPlace, MasterKeyMissing } from '../keys/key-ring.ts';
import { currentMasterKey } from '../keys/master-keys.ts';
import {
  KEPT_ANSWERS_ANSWER_MAX_MS,
  KEPT_ANSWERS_KEPT_S,
  KEPT_ANSWERS_OF_USER_BYTES_MAX,
  KEPT_ANSWERS_OF_USER_MAX,
} from '../limits.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import { timed } from '../wait.ts';
import { CLAIM, ROOM } from './sql.ts';

type Options = {
  readonly pool: Database;
  readonly directoryKeys: DirectoryKeys;
  readonly clock: Pick<Clock, 'nowMs'>;
};

type Row = {
  readonly number: number;
  readonly requestId: RequestId;
  readonly userId: UserId;
  readonly bodyHash: string;
  readonly tillId: TillId;
  readonly answeredTime: number | null;
  readonly charged: boolean;
  readonly missing: Missing | null;
  readonly contentType: string | null;
  readonly masterKey: string | null;
  readonly cipher: Buffer | null;
};

const MS = 1_000;
const KEY_HASH_BYTES = 12;
const table = () => query('directory.kept_answers');
const secrets = () => query('directory.idempotency_secret');
const rowOf = ({ tokenId, keyHash }: Pick<KeyedCall, 'tokenId' | 'keyHash'>) =>
  table().where({ token_id: tokenId, key_hash: keyHash });
const ownRow = (call: KeyedCall) => rowOf(call).where({ request_id: call.requestId });
const placeOf = (number: number, { tokenId }: Pick<KeyedCall, 'tokenId'>): AnswerPlace => ({
  kind: 'answer',
  number,
  ownerId: tokenId,
});

/** The rows of `directory.kept_answers`; answers are encrypted under the installation's master key, each bound to its row. */
export function createKeptAnswers({ pool, directoryKeys: { ring }, clock }: Options): KeptAnswers {
  let secret: Promise<string> | undefined;
  const nowS = (): number => Math.floor(clock.nowMs() / MS);

  const readSecret = async (): Promise<string> => {
    await execute(pool, secrets().insert({ single: true }).onConflict('single').ignore());
    return (await oneRow<{ secret: string }>(pool, secrets().select('secret'))).secret;
  };
  const secretOf = (): Promise<string> => {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };

  const answerIn = (row: Row, call: Pick<KeyedCall, 'tokenId'>): KeptCall['answer'] => {
    if (row.missing !== null) return row.missing;
    if (row.cipher === null || row.masterKey === null || row.contentType === null)
      return row.charged ? 'incomplete' : undefined;
    try {
      const body = ring.openBytes({ masterKey: row.masterKey, cipher: row.cipher }, placeOf(row.number, call));
      return { contentType: row.contentType, body };
    } catch (error) {
      // Of before a rotation, whose key is gone: for a day at most.
      if (error instanceof MasterKeyMissing) return 'room';
      throw error;
    }
  };

  const keep = async (
    call: KeyedCall & { readonly userId: UserId },
    answer: WholeAnswer | Missing,
  ): Promise<boolean> => {
    const ended = { answered_time: nowS() };
    if (typeof answer === 'string')
      return (await execute(pool, ownRow(call).update({ ...ended, missing: answer }))) > 0;
    const size = answer.body.length;
    const { tokenId, keyHash, requestId, userId } = call;
    const room = await maybeRow<{ number: number; hasRoom: boolean }>(pool, {
      text: ROOM,
      values: [tokenId, keyHash, requestId, userId, KEPT_ANSWERS_OF_USER_BYTES_MAX, size],
    });
    if (room === undefined) return false;
    if (!room.hasRoom) return (await execute(pool, ownRow(call).update({ ...ended, missing: 'room' }))) > 0;
    const masterKey = await currentMasterKey(pool);
    const { cipher } = ring.sealBytes(masterKey, placeOf(room.number, call), answer.body);
    const kept = { content_type: answer.contentType, master_key: masterKey, cipher, bytes: size, missing: null };
    return (await execute(pool, ownRow(call).update({ ...ended, ...kept }))) > 0;
  };

  return {
    hashes: ({ tokenId, userId }, key, asked) =>
      answered(async () => {
        const installation = await secretOf();
        const whose = `${tokenId}\0${userId}\0${key}`;
        const body = createHmac('sha256', installation).update(`body\0${whose}`);
        for (const part of asked) body.update(part).update('\0');
        const keyHash = createHmac('sha256', installation).update(`key\0${whose}`).digest();
        return {
          keyHash: keyHash.subarray(0, KEY_HASH_BYTES).toString('base64url'),
          bodyHash: body.digest('base64url'),
        };
      }),
    find: (tokenId, keyHash) =>
      answered(async () => {
        const row = await maybeRow<Row>(
          pool,
          rowOf({ tokenId, keyHash })
            .where('made_time', '>=', nowS() - KEPT_ANSWERS_KEPT_S)
            .select(COLUMNS),
        );
        return row === undefined ? undefined : callOf(row, { tokenId, keyHash }, answerIn(row, { tokenId }));
      }),
    claim: (call) =>
      answered(async () => {
        const now = nowS();
        const { tokenId, keyHash, userId, bodyHash, requestId, tillId } = call;
        const limits = [now, now - KEPT_ANSWERS_KEPT_S, KEPT_ANSWERS_OF_USER_MAX];
        const values = [tokenId, keyHash, userId, bodyHash, requestId, tillId, ...limits];
        if ((await maybeRow(pool, { text: CLAIM, values })) !== undefined) return 'claimed';
        return (await exists(pool, rowOf(call))) ? 'taken' : 'full';
      }),
    keep: (call, answer) => answered(() => keep(call, answer)),
    charged: (call) => answered(async () => void (await execute(pool, ownRow(call).update({ charged: true })))),
    release: (call) => answered(async () => (await execute(pool, ownRow(call).delete())) > 0),
    isTillOpen: (tillId) => answered(() => exists(pool, query('directory.tills').where({ till_id: tillId }))),
  };
}

const COLUMNS = {
  number: 'number',
  requestId: 'request_id',
  userId: 'user_id',
  bodyHash: 'body_hash',
  tillId: 'till_id',
  answeredTime: 'answered_time',
  charged: 'charged',
  missing: 'missing',
  contentType: 'content_type',
  masterKey: 'master_key',
  cipher: 'cipher',
};

const callOf = (
  { requestId, userId, bodyHash, tillId, answeredTime, charged }: Row,
  key: Pick<KeyedCall, 'tokenId' | 'keyHash'>,
  answer: KeptCall['answer'],
): KeptCall => ({
  ...key,
  requestId,
  userId,
  bodyHash,
  tillId,
  answeredAtMs: answeredTime === null ? undefined : answeredTime * MS,
  isCharged: charged,
  answer,
});

const exists = async (pool: Database, found: Sql & { select: (columns: object) => Sql }): Promise<boolean> =>
  (await maybeRow(pool, found.select({ one: query.raw('1') }))) !== undefined;

async function answered<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await timed(ask(), KEPT_ANSWERS_ANSWER_MAX_MS);
  } catch (cause) {
    throw new DirectoryUnavailable('answers under an Idempotency-Key can be neither kept nor found', { cause });
  }
}
