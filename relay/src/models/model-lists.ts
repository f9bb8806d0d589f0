import type { ErrorForm } from '../errors/error-form.ts';
import { anthropicError } from '../protocols/anthropic/anthropic-error.ts';
import { geminiError } from '../protocols/gemini/gemini-error.ts';
import { openAiError } from '../protocols/openai/openai-error.ts';
import { CREATED, modelObject } from './model-object.ts';

/** How a protocol tells which models there are (docs/behaviour.md#model-lists). */
export type ModelLists = {
  list(ids: readonly string[]): object;
  model(id: string): object;
  readonly error: ErrorForm;
};

export const openAiModels: ModelLists = {
  list: (ids) => ({ success: true, object: 'list', data: ids.map(modelObject) }),
  model: modelObject,
  error: openAiError,
};

const anthropicModel = (id: string): object => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED * 1_000).toISOString(),
});

/** All on one page. */
export const anthropicModels: ModelLists = {
  list: (ids) => ({
    data: ids.map(anthropicModel),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
  model: anthropicModel,
  error: anthropicError,
};

const geminiModel = (id: string): object => ({
  name: `models/${id}`,
  baseModelId: id,
  version: '001',
  displayName: id,
  supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
});

export const geminiModels: ModelLists = {
  list: (ids) => ({ models: ids.map(geminiModel) }),
  model: geminiModel,
  error: geminiError,
};
