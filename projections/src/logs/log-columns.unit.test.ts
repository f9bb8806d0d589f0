import { describe, expect, it } from '@jest/globals';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import {
  type ChannelId,
  eventIdOf,
  type RequestId,
  type SourceId,
  type TokenId,
  type UserId,
} from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { storedRowOf } from '../runner/column-table.ts';
import { generationTables } from '../schema/generation-tables.sql.ts';
import { LOG_COLUMNS } from './log-columns.ts';
import { loggedEventOf } from './logged-event.ts';
import { INSERT_LOG_ROWS } from './sql.ts';

const rowOf = (event: LedgerEvent, stream: string): unknown => {
  const logged = loggedEventOf({
    id: eventIdOf('logged', 0),
    event,
    stream,
    revision: 1 as Revision,
    position: 21 as Position,
    metadata: {},
    atMs: 22,
    occurredAtMs: 22,
    recordedAtMs: 23,
  });
  return logged === undefined ? undefined : storedRowOf(LOG_COLUMNS, logged);
};

/** No two values of one type alike, so that columns which are exchanged are seen. */
const charge = exampleCharge({
  accountId: 31 as UserId,
  tokenId: 32 as TokenId,
  channelId: 33 as ChannelId,
  modelBilled: 'billed',
  group: 'vip',
  amount: quota(34),
  durationMs: 35,
  stream: true,
  requestId: 'asked' as RequestId,
});
const CHARGED = {
  position: 21,
  at_ms: 22,
  type: 2,
  user_id: 31,
  token_id: 32,
  channel_id: 33,
  model_name: 'billed',
  group_name: 'vip',
  quota: 34,
  prompt_tokens: 36,
  completion_tokens: 37,
  duration_ms: 35,
  is_stream: true,
  request_id: 'asked',
};
const counted = { ...charge, usage: { ...charge.usage, prompt: 36, completion: 37, parts: { cachedRead: 30 } } };

describe('the columns of the log', () => {
  it('hold each its own fact of a charge', () => {
    const recorded: LedgerEvent = { type: 'ConsumptionRecorded', data: { ...counted, interrupted: false } };
    expect(rowOf(recorded, 'till-1')).toMatchObject({ ...CHARGED, cached_tokens: 30 });
  });

  it('never hold more tokens from a cache than the prompt has', () => {
    const usage = { ...counted.usage, parts: { cachedRead: 40 } };
    const recorded: LedgerEvent = { type: 'ConsumptionRecorded', data: { ...counted, usage, interrupted: false } };
    expect(rowOf(recorded, 'till-1')).toMatchObject({ cached_tokens: 36 });
  });

  it('count no tokens of a correction, whose request has its row already', () => {
    const corrected: LedgerEvent = {
      type: 'ConsumptionCorrected',
      data: { charge: counted, delta: quota(-4), source: 'asked' as SourceId },
    };
    expect(rowOf(corrected, 'account-31')).toMatchObject({
      ...CHARGED,
      quota: -4,
      prompt_tokens: 0,
      completion_tokens: 0,
      cached_tokens: 0,
    });
  });

  it('are empty beside account and kind for what is no consumption', () => {
    const granted: LedgerEvent = {
      type: 'QuotaGranted',
      data: { amount: quota(9), grant: 'new_user', source: 'grant-31' as SourceId },
    };
    expect(rowOf(granted, 'account-31')).toMatchObject({
      position: 21,
      at_ms: 22,
      type: 4,
      user_id: 31,
      token_id: 0,
      channel_id: 0,
      model_name: '',
      group_name: '',
      quota: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      duration_ms: 0,
      is_stream: false,
      request_id: '',
      cached_tokens: 0,
      failure: '',
    });
  });

  const failed = {
    requestId: 'asked' as RequestId,
    accountId: 31 as UserId,
    tokenId: 32 as TokenId,
    group: 'vip',
    modelAsked: 'wanted',
    stream: true,
    durationMs: 35,
    status: 500,
    error: 'upstream_error',
    logged: true,
    attempts: [
      { channelId: 40 as ChannelId, latencyMs: 3, status: 429, outcome: 'failed' as const, error: 'upstream_error' },
      { channelId: 33 as ChannelId, latencyMs: 3, status: 0, outcome: 'cut' as const },
    ],
  };

  it('hold of a failed call who asked for what, and why it failed', () => {
    expect(rowOf({ type: 'AttemptsFailed', data: failed }, 'till-1')).toMatchObject({
      ...CHARGED,
      type: 5,
      model_name: 'wanted',
      quota: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      failure: JSON.stringify({
        status: 500,
        error: 'upstream_error',
        attempts: [
          { channelId: 40, status: 429, outcome: 'failed', error: 'upstream_error' },
          { channelId: 33, status: 0, outcome: 'cut', error: null },
        ],
      }),
    });
  });

  it.each([
    ['was not to be logged', { logged: false }],
    ['was asked for nowhere', { attempts: [] }],
    ['does not say whose it was, as in the first schema', { tokenId: undefined }],
  ])('are none of a failed call that %s', (_, changes) => {
    expect(rowOf({ type: 'AttemptsFailed', data: { ...failed, ...changes } }, 'till-1')).toBeUndefined();
  });

  it('are the table and the insert of the shape that is out there, in its order; a new one comes behind them, with its own shape', () => {
    const names = Object.values(LOG_COLUMNS).map(({ name }) => name);
    expect(names.slice(0, Object.keys(CHARGED).length)).toEqual(Object.keys(CHARGED));
    expect(generationTables.replaceAll(/\s+/g, ' ')).toContain(
      'create table @rm.log_rows ( position bigint not null, at_ms bigint not null, type smallint not null, user_id bigint not null, ' +
        'token_id bigint not null, channel_id bigint not null, model_name text collate "C" not null, group_name text collate "C" not null, ' +
        'quota bigint not null, prompt_tokens bigint not null, completion_tokens bigint not null, duration_ms bigint not null, ' +
        'is_stream boolean not null, request_id text collate "C" not null',
    );
    const types =
      'bigint bigint smallint bigint bigint bigint text text bigint bigint bigint bigint boolean text'.split(' ');
    expect(INSERT_LOG_ROWS.text).toContain(`insert into @rm.log_rows (${Object.keys(CHARGED).join(', ')}`);
    expect(INSERT_LOG_ROWS.text).toContain(
      `select * from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')}`,
    );
  });
});
