import { receiptLines, roundingDifference } from '@ledgate/domain/pricing/receipt-lines';
import { tokenPrices } from '@ledgate/domain/pricing/token-prices';
import type { Explanation } from '@ledgate/domain/tariff/explanation';
import type { Usage } from '@ledgate/domain/till/charge';
import type { ChargeExplanation } from '@ledgate/projections/queries/charges';
import type { Receipt } from '../contract/receipt.ts';

const MEASURED = [
  ['images', 'images'],
  ['milliseconds', 'milliseconds'],
  ['characters', 'characters'],
  ['pages', 'pages'],
  ['queries', 'queries'],
  ['searches', 'searches'],
  ['fileSearches', 'file_searches'],
  ['codeSessions', 'code_sessions'],
] as const;

const partsAnswer = (parts: NonNullable<Usage['parts']>) => ({
  cached_read: parts.cachedRead ?? 0,
  cached_audio: parts.cachedAudio ?? 0,
  cached_write: parts.cachedWrite ?? 0,
  cached_write_1h: parts.cachedWrite1h ?? 0,
  audio_input: parts.audioInput ?? 0,
  audio_output: parts.audioOutput ?? 0,
  image: parts.imageInput ?? 0,
  video_input: parts.videoInput ?? 0,
  image_output: parts.imageOutput ?? 0,
  reasoning: parts.reasoning ?? 0,
});

/** Whose prices held, where those of the model alone did not: only lines can say it. */
const termsAnswer = (price: Explanation) =>
  price.method === 'parts'
    ? { rule_id: price.ruleId ?? null, tier: price.tier ?? null, service_tier: price.serviceTier ?? null }
    : { rule_id: null, tier: null, service_tier: null };

/** The receipt of one charge. Channels, attempts and postings are for administrators. */
export function receipt(explained: ChargeExplanation, forAdministrator: boolean): Receipt {
  const { charge } = explained;
  const { usage, price } = charge;
  return {
    request_id: charge.requestId,
    log_id: explained.logPosition,
    user_id: explained.accountId,
    username: explained.username,
    token_id: charge.tokenId,
    token_name: explained.tokenName,
    group: charge.group,
    model_asked: charge.modelAsked,
    model_billed: charge.modelBilled,
    stream: charge.stream,
    interrupted: explained.interrupted,
    arrived_at_ms: charge.arrivedAtMs,
    first_token_ms: charge.firstTokenMs,
    duration_ms: charge.durationMs,
    tags: charge.tags ?? {},
    end_user: charge.endUser ?? null,
    usage: {
      source: usage.source,
      prompt: usage.prompt,
      completion: usage.completion,
      ...partsAnswer(usage.parts ?? {}),
      measured: MEASURED.flatMap(([measure, what]) => {
        const quantity = usage.measured?.[measure] ?? 0;
        return quantity === 0 ? [] : [{ what, quantity }];
      }),
    },
    method: price.method,
    price_book_version: price.priceBookVersion,
    ...termsAnswer(price),
    ratios: {
      model_ratio: price.method === 'tokens' ? price.modelRatio : null,
      completion_ratio: price.method === 'tokens' ? price.completionRatio : null,
      audio_ratio: price.method === 'tokens' ? (price.audioRatio ?? null) : null,
      audio_completion_ratio: price.method === 'tokens' ? (price.audioCompletionRatio ?? null) : null,
      model_price: price.method === 'call' ? price.modelPrice : null,
      group_ratio: price.groupRatio,
      quota_per_unit: price.method === 'tokens' ? null : price.quotaPerUnit,
    },
    lines: receiptLines(usage, price),
    per_million_tokens: tokenPrices(usage, price, explained.priceBook?.quotaPerUnit),
    exact: price.exact,
    rounding: price.rounding,
    rounding_difference: roundingDifference(charge.amount, price.exact),
    total: charge.amount,
    balance_before: explained.balanceBefore,
    balance_after: explained.balanceAfter,
    ledger: {
      type: explained.type,
      position: explained.position,
      stream: explained.stream,
      revision: explained.revision,
    },
    corrections: explained.corrections.map(({ delta, position, atMs }) => ({
      delta,
      position,
      at: Math.floor(atMs / 1_000),
    })),
    channel_id: forAdministrator ? charge.channelId : null,
    attempts: forAdministrator
      ? charge.attempts.map((attempt) => ({
          channel_id: attempt.channelId,
          channel_name: explained.channelNames.get(attempt.channelId) ?? '',
          status: attempt.status,
          upstream_request_id: attempt.upstreamRequestId ?? '',
          latency_ms: attempt.latencyMs,
          outcome: attempt.outcome,
          error: attempt.error ?? null,
          provider: attempt.provider ?? null,
          model_sent: attempt.modelSent ?? null,
          model_answered: attempt.modelAnswered ?? null,
          key_id: attempt.keyId ?? null,
          upstream_answer_id: attempt.upstreamAnswerId ?? '',
          cost: attempt.cost ?? null,
          start_ms: attempt.startMs ?? null,
          affinity: attempt.affinity ?? null,
        }))
      : null,
    postings: forAdministrator ? explained.postings.map(({ account, amount }) => ({ account, amount })) : null,
  };
}
