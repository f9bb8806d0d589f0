import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { callLimitsSchema } from '@ledgate/domain/call-limits/sent-call-limits';
import {
  CHANNEL_NUMBER_MAX,
  CHANNEL_PAGE_SIZE_MAX,
  CHANNEL_TEXT_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  CHANNEL_TYPE_MAX,
} from '@ledgate/domain/catalogue/limits';
import { CHANNEL_RUN_KINDS } from '@ledgate/domain/catalogue/channel-run-kinds';
import { CHANNEL_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { OPTIONS } from '@ledgate/domain/options/registry';
import {
  callLimitsAnswer,
  choiceInQuery,
  commandId,
  flagInQuery,
  id,
  idParam,
  ids,
  jsonText,
  leftOut,
  numberInQuery,
  orderQuery,
  pageFromZero,
  quotaAnswer,
  sizeInQuery,
  text,
  textInQuery,
  textOrNull,
  textUpTo,
  timeS,
} from './fields.ts';
import { nothing, route } from './route.ts';

/** One of a channel's keys, never the key itself: its number, CHANNEL_KEY_STATE, and why and since when it is so. */
const channelKeySchema = z.object({
  number: z.number().int(),
  state: z.number().int(),
  reason: z.string(),
  time: timeS,
});

/**
 * What a channel offers and nothing prices, with the name after its mapping and its override, by which it would be billed
 * (docs/behaviour.md#models-without-a-price).
 */
const unpricedModelSchema = z.object({ model: z.string(), billed_as: z.string() });
export type UnpricedModel = z.output<typeof unpricedModelSchema>;

/** What a channel's last test found. `at`: Unix seconds; `ms`: milliseconds until the answer; `error`: why it failed, '' where it passed. */
const lastTestSchema = z.object({
  at: timeS,
  ok: z.boolean(),
  model: z.string(),
  ms: z.number().int(),
  error: z.string(),
});

/** A channel as administrators see it (docs/behaviour.md#channels): its key is in no answer. */
const channelSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  key: z.literal(''),
  /** Calls use those that are enabled in turn. */
  keys: z.array(channelKeySchema),
  openai_organization: z.string(),
  test_model: z.string(),
  status: z.number().int(),
  name: z.string(),
  weight: z.number().int(),
  created_time: timeS,
  test_time: timeS,
  /** Milliseconds of the last test; 0: untested. */
  response_time: z.number().int(),
  /** Of the last test; null: untested, or tested before this was kept. */
  test_passed: z.boolean().nullable(),
  /** null: untested, or tested before this was kept. */
  last_test: lastTestSchema.nullable(),
  base_url: z.string(),
  other: z.string(),
  /** What is left at the provider, in the currency that the type counts in (docs/behaviour.md#balances-of-channels). */
  balance: z.number(),
  balance_updated_time: timeS,
  models: z.string(),
  unpriced_models: z.array(unpricedModelSchema),
  group: z.string(),
  used_quota: quotaAnswer,
  model_mapping: jsonText,
  status_code_mapping: jsonText,
  priority: z.number().int(),
  auto_ban: z.number().int(),
  other_info: jsonText,
  tag: z.string(),
  setting: jsonText,
  limits: callLimitsAnswer,
});
export type Channel = z.output<typeof channelSchema>;

const whole = z.number().int().min(-CHANNEL_NUMBER_MAX).max(CHANNEL_NUMBER_MAX);
const longText = textUpTo(CHANNEL_TEXT_CHARACTERS_MAX).nullish();

/** The fields of the form; null means as if left out. `groups` and other extras of older clients are ignored. */
const form = {
  openai_organization: textOrNull,
  test_model: textOrNull,
  base_url: textOrNull,
  other: textOrNull,
  models: longText,
  group: textOrNull,
  model_mapping: longText,
  status_code_mapping: longText,
  setting: longText,
  limits: callLimitsSchema.nullish(),
  tag: textOrNull,
  priority: whole.nullish(),
  weight: z.number().int().min(0).max(CHANNEL_NUMBER_MAX).nullish(),
  auto_ban: z.literal([0, 1]).nullish(),
};
const type = z.number().int().min(1).max(CHANNEL_TYPE_MAX);
/** Of a page that is asked for without its size. */
export const CHANNEL_PAGE_ROWS = 10;
const listFilters = {
  status: choiceInQuery(Object.values(CHANNEL_STATUS)),
  type: numberInQuery(0, 0, CHANNEL_TYPE_MAX),
  tag: textInQuery,
};
const listQuery = { id_sort: flagInQuery, tag_mode: flagInQuery, ...orderQuery(CHANNEL_ORDERS), ...listFilters };
export const channelFilters = { ...listFilters, keyword: textInQuery, group: textInQuery, model: textInQuery };
const tested = z.object({ /** Seconds. */ time: z.number() });
const balanced = z.object({
  /** What is left, as it is known now: after a failure what was known before. */ balance: z.number(),
});
const runKind = z.enum(CHANNEL_RUN_KINDS);
const count = z.number().int().min(0);

/** The last run of a kind, in whichever process (docs/behaviour.md#runs-over-all-channels). */
const runSchema = z.object({
  kind: runKind,
  /** Another one is another run. */
  number: count,
  /** `broken`: its process ended before it did. */
  state: z.enum(['running', 'stopping', 'ended', 'stopped', 'broken']),
  /** The user who asked for it; 0: it was time for it. */
  asked_by: count,
  total: count,
  /** Seen to so far, those that failed included. */
  done: count,
  failed: count,
  begun_at: timeS,
  /** Seconds since it began. */
  age: count,
});
export type ChannelRunAnswer = z.output<typeof runSchema>;

const tag = textUpTo(NAME_CHARACTERS_MAX).min(1);

export const channelRoutes = {
  list: route({
    method: 'GET',
    path: '/api/channel/',
    ...ACCESS.channel.list,
    summary: 'Channels, by priority where nothing else is asked for, pages counted from 0; with tag_mode pages of tags',
    query: z.object({
      p: pageFromZero,
      page_size: sizeInQuery(CHANNEL_PAGE_ROWS, CHANNEL_PAGE_SIZE_MAX),
      ...listQuery,
    }),
    counted: true,
    data: z.array(channelSchema),
  }),
  search: route({
    method: 'GET',
    path: '/api/channel/search',
    ...ACCESS.channel.search,
    summary:
      'Channels by id, a part of the name or the whole key; by a part of the models; by group. Paged where p or page_size is sent',
    query: z.object({
      ...channelFilters,
      /** Neither of the two: all at once. */
      p: leftOut(pageFromZero),
      page_size: leftOut(sizeInQuery(CHANNEL_PAGE_ROWS, CHANNEL_PAGE_SIZE_MAX)),
      ...listQuery,
    }),
    counted: true,
    data: z.array(channelSchema),
  }),
  allModels: route({
    method: 'GET',
    path: '/api/channel/models',
    ...ACCESS.channel.allModels,
    summary: 'Every model known, each once',
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.number(),
        owned_by: z.string(),
        permission: z.array(z.unknown()),
        root: z.string(),
        parent: z.null(),
      }),
    ),
  }),
  fetchModels: route({
    method: 'GET',
    path: '/api/channel/fetch_models/{id}',
    ...ACCESS.channel.fetchModels,
    summary: "The models that the channel's upstream lists",
    params: idParam,
    data: z.array(z.string()),
  }),
  fetchModelsOf: route({
    method: 'POST',
    path: '/api/channel/fetch_models',
    ...ACCESS.channel.fetchModelsOf,
    summary: 'The models that an upstream lists, before there is a channel',
    body: z.object({
      base_url: textOrNull,
      type,
      key: textUpTo(CHANNEL_TEXT_CHARACTERS_MAX).min(1),
      setting: longText,
    }),
    data: z.array(z.string()),
  }),
  unpriced: route({
    method: 'POST',
    path: '/api/channel/unpriced',
    ...ACCESS.channel.unpriced,
    summary: 'Which models of a form nothing prices, and what becomes of calls to them (option UnpricedModels)',
    body: z.object({ models: longText, group: textOrNull, model_mapping: longText, setting: longText }),
    data: z.object({ models: z.array(unpricedModelSchema), calls: z.enum(OPTIONS.UnpricedModels.choices) }),
  }),
  testAll: route({
    method: 'GET',
    path: '/api/channel/test',
    ...ACCESS.channel.testAll,
    summary: 'Tests all channels in the background; refused while such a test runs, in whichever process',
    data: nothing,
  }),
  testProgress: route({
    method: 'GET',
    path: '/api/channel/test/progress',
    ...ACCESS.channel.testProgress,
    summary: 'How far the last test of all channels is or was; the same from every process',
    data: z.object({ running: z.boolean(), total: count, done: count, failed: count }),
  }),
  test: route({
    method: 'GET',
    path: '/api/channel/test/{id}',
    ...ACCESS.channel.test,
    summary: "One short request to the channel's upstream; costs no user anything",
    params: idParam,
    query: z.object({ model: textInQuery }),
    data: nothing,
    beside: tested,
  }),
  updateBalance: route({
    method: 'GET',
    path: '/api/channel/update_balance/{id}',
    ...ACCESS.channel.updateBalance,
    summary: "Asks the channel's upstream what is left, and keeps it",
    params: idParam,
    data: nothing,
    beside: balanced,
  }),
  updateBalances: route({
    method: 'GET',
    path: '/api/channel/update_balance',
    ...ACCESS.channel.updateBalances,
    summary:
      'Asks the upstreams of all enabled channels that tell a balance, and disables a channel whose balance is used up',
    data: z.object({
      asked: count,
      failed: count,
      /** Of the first 100 that failed, why. */
      failures: z.array(z.object({ id: z.number().int(), name: z.string(), error: z.string() })),
      disabled: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  }),
  runs: route({
    method: 'GET',
    path: '/api/channel/runs',
    ...ACCESS.channel.runs,
    summary:
      'What is or was last done to all channels in the background, one of each kind; the same from every process',
    data: z.array(runSchema),
  }),
  stopRun: route({
    method: 'POST',
    path: '/api/channel/runs/stop',
    ...ACCESS.channel.stopRun,
    summary: 'Asks a run over all channels to end after what is on its way',
    body: z.object({ kind: runKind }),
    data: nothing,
  }),
  get: route({
    method: 'GET',
    path: '/api/channel/{id}',
    ...ACCESS.channel.get,
    summary: 'One channel, without its key',
    params: idParam,
    data: channelSchema,
  }),
  create: route({
    method: 'POST',
    path: '/api/channel/',
    ...ACCESS.channel.create,
    summary:
      'Makes one channel for each line of `key` that is not empty; with `multi_key` one channel with all these keys',
    body: z.object({
      name: textUpTo(NAME_CHARACTERS_MAX).trim().min(1),
      type,
      key: textUpTo(CHANNEL_TEXT_CHARACTERS_MAX),
      multi_key: z.boolean().nullish(),
      ...form,
      models: textUpTo(CHANNEL_TEXT_CHARACTERS_MAX),
      group: text,
      command_id: commandId,
    }),
    data: nothing,
  }),
  edit: route({
    method: 'PUT',
    path: '/api/channel/',
    ...ACCESS.channel.edit,
    summary: 'Changes the fields sent and no other; an empty key leaves the key as it is',
    body: z.object({
      id,
      name: textUpTo(NAME_CHARACTERS_MAX).trim().nullish(),
      type: type.nullish(),
      key: longText,
      status: z.literal(Object.values(CHANNEL_STATUS)).nullish(),
      ...form,
    }),
    data: channelSchema,
  }),
  deleteDisabled: route({
    method: 'DELETE',
    path: '/api/channel/disabled',
    ...ACCESS.channel.deleteDisabled,
    summary: 'Deletes all that are disabled; answers how many',
    data: z.number().int(),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/channel/{id}',
    ...ACCESS.channel.delete,
    summary: 'Deletes a channel',
    params: idParam,
    data: nothing,
  }),
  deleteMany: route({
    method: 'POST',
    path: '/api/channel/batch',
    ...ACCESS.channel.deleteMany,
    summary: 'Deletes several channels',
    body: z.object({ ids }),
    data: z.number().int(),
  }),
  tagMany: route({
    method: 'POST',
    path: '/api/channel/batch/tag',
    ...ACCESS.channel.tagMany,
    summary: 'Gives several channels a tag; null or empty takes it away',
    body: z.object({ ids, tag: textUpTo(NAME_CHARACTERS_MAX).nullish() }),
    data: z.number().int(),
  }),
  editTag: route({
    method: 'PUT',
    path: '/api/channel/tag',
    ...ACCESS.channel.editTag,
    summary: 'Changes all channels of a tag; an empty new_tag dissolves it',
    body: z.object({
      tag,
      new_tag: textUpTo(NAME_CHARACTERS_MAX).nullish(),
      model_mapping: longText,
      groups: textOrNull,
      models: longText,
      priority: whole.nullish(),
      weight: z.number().int().min(0).max(CHANNEL_NUMBER_MAX).nullish(),
    }),
    data: nothing,
  }),
  enableKey: route({
    method: 'POST',
    path: '/api/channel/key/enabled',
    ...ACCESS.channel.enableKey,
    summary: 'Enables a key that was put aside; one that is enabled stays so',
    body: z.object({ id, number: z.number().int().min(1) }),
    data: nothing,
  }),
  enableTag: route({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    ...ACCESS.channel.enableTag,
    summary: 'Enables all channels of a tag',
    body: z.object({ tag }),
    data: nothing,
  }),
  disableTag: route({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    ...ACCESS.channel.disableTag,
    summary: 'Disables all channels of a tag',
    body: z.object({ tag }),
    data: nothing,
  }),
  fix: route({
    method: 'POST',
    path: '/api/channel/fix',
    ...ACCESS.channel.fix,
    summary: 'Makes every relay read the channels again; answers how many there are',
    data: z.number().int(),
  }),
} as const;
