import { type ChargeFacts, isChargeFacts } from '@ledgate/projections/ledger/entry-facts';
import { contractOther } from '@ledgate/projections/logs/contract-other';
import type { LoggedFailure, LogRow } from '@ledgate/projections/queries/log-row';
import type { Log } from '../contract/log.ts';
import type { AmountText } from '../messages/amount-text.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import { entryText } from '../messages/entry-text.ts';
import type { EntryNames } from '../messages/entry-words.ts';
import { failureOther, failureText } from '../messages/failure-text.ts';

export type Reader = {
  readonly forAdministrator: boolean;
  readonly language: Language;
  readonly amounts: AmountText;
  /** Names by id of whom the sentences speak of, as far as he may know them. */
  readonly people: EntryNames['people'];
};

/** Tokens have a column of their own. */
const NONE: EntryNames['tokens'] = new Map();

/** A display row for one reader (docs/billing.md#log-rows): who is no administrator sees no channel and no attempts. */
export function logAnswer(row: LogRow, { forAdministrator, language, amounts, people }: Reader): Log {
  const charge = isChargeFacts(row.entry.type, row.entry.facts) ? row.entry.facts : undefined;
  const failure = row.failure === '' ? undefined : (JSON.parse(row.failure) as LoggedFailure);
  return {
    id: row.position,
    user_id: row.accountId,
    created_at: Math.floor(row.atMs / 1_000),
    type: row.type,
    content:
      failure === undefined
        ? entryText(row.entry, language, amounts, { tokens: NONE, people })
        : failureText(failure, language, forAdministrator),
    username: row.username,
    token_name: row.tokenName,
    model_name: row.modelBilled,
    quota: row.amount,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    cached_tokens: row.cachedTokens,
    use_time: Math.floor(row.durationMs / 1_000),
    duration_ms: row.durationMs,
    is_stream: row.isStream,
    channel: forAdministrator ? row.channelId : 0,
    channel_name: forAdministrator ? row.channelName : '',
    token_id: row.tokenId,
    group: row.group,
    other: otherOf(charge, failure, row, forAdministrator),
    amount: row.entry.amount,
    request_id: row.requestId,
    position: row.position,
  };
}

function otherOf(
  charge: ChargeFacts | undefined,
  failure: LoggedFailure | undefined,
  { tags, isStream }: Pick<LogRow, 'tags' | 'isStream'>,
  forAdministrator: boolean,
): string {
  if (failure !== undefined) return failureOther(failure, tags, forAdministrator);
  return charge === undefined ? '' : JSON.stringify(contractOther(charge, { tags, isStream }, forAdministrator));
}
