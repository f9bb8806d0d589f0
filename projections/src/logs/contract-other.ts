import { tagsOfColumn } from './tags-column.ts';
import type { ChargeFacts } from '../ledger/entry-facts.ts';

/** What `frt` says of an answer that had no first token. */
const NO_FIRST_TOKEN_MS = -1_000;

/**
 * The keys of a consumption row's `other` (docs/billing.md#log-rows): `model_price` is -1 when billed by ratio, `frt` milliseconds to the first token,
 * `admin_info.use_channel` the channel of each attempt as text. Only administrators get `admin_info`. A model whose audio tokens have a price of
 * their own has `audio`, with its tokens and ratios; `reasoning_effort` is there where the request, or its model's name, stated one. `usage_source`: who
 * says what was used (docs/billing.md#counted-usage). `tags` and `end_user` are there where its caller stated them.
 */
export function contractOther(
  facts: ChargeFacts,
  { tags, isStream }: { readonly tags: string; readonly isStream: boolean },
  forAdministrator: boolean,
): Record<string, unknown> {
  return {
    model_ratio: Number(facts.modelRatio ?? 0),
    group_ratio: Number(facts.groupRatio),
    completion_ratio: Number(facts.completionRatio ?? 0),
    model_price: facts.modelPrice === null ? -1 : Number(facts.modelPrice),
    frt: isStream ? (facts.firstTokenMs ?? NO_FIRST_TOKEN_MS) : NO_FIRST_TOKEN_MS,
    usage_source: facts.usageSource,
    ...(facts.interrupted ? { interrupted: true } : {}),
    ...(facts.reasoningEffort === undefined ? {} : { reasoning_effort: facts.reasoningEffort }),
    ...attributionOther(tags, facts.endUser),
    ...(facts.audioRatio === undefined ? {} : audioOther(facts)),
    ...(forAdministrator
      ? { admin_info: { use_channel: facts.channels === '' ? [] : facts.channels.split(',') } }
      : {}),
  };
}

/** What its caller attributed a call to. @param tags as the log's column has them */
export const attributionOther = (tags: string, endUser: string | undefined): Record<string, unknown> => ({
  ...(tags === '' ? {} : { tags: tagsOfColumn(tags) }),
  ...(endUser === undefined ? {} : { end_user: endUser }),
});

const audioOther = (facts: ChargeFacts): Record<string, unknown> => ({
  audio: true,
  audio_input: facts.audioInput,
  audio_output: facts.audioOutput,
  text_input: facts.textInput,
  text_output: facts.textOutput,
  audio_ratio: Number(facts.audioRatio),
  audio_completion_ratio: Number(facts.audioCompletionRatio),
});
