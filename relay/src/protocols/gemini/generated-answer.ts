import { geminiUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { argumentsIn, nameOf, textIn, textOf, thoughtIn } from '../completion-parts.ts';

/**
 * A chat completion as an answer of generateContent. `charged` is what the caller pays for, which is the provider's usage where it gave one; `model` stands
 * where the completion names none.
 */
export function generatedOf(completion: JsonObject, charged: ReportedUsage, model: string): JsonObject {
  const choices = Array.isArray(completion['choices']) ? (completion['choices'] as unknown[]).filter(isObject) : [];
  return {
    candidates: choices.map(({ message, finish_reason: finish, index }, at) => ({
      content: contentOf(partsOf(isObject(message) ? message : {})),
      finishReason: finishReason(finish),
      index: Number.isSafeInteger(index) ? index : at,
    })),
    usageMetadata: geminiUsage(charged),
    modelVersion: nameOf(completion['model'], model),
    responseId: textOf(completion['id']),
  };
}

/** Gemini's content is never without a part here, so that readers need not ask. */
export const contentOf = (parts: readonly JsonObject[]): JsonObject => ({
  parts: parts.length === 0 ? [{ text: '' }] : parts,
  role: 'model',
});

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'MAX_TOKENS'],
  ['content_filter', 'SAFETY'],
]);

/** Calls end an answer like any other. */
export const finishReason = (finish: unknown): string => FINISH_REASONS.get(finish) ?? 'STOP';

function partsOf(message: JsonObject): readonly JsonObject[] {
  const { tool_calls: calls, function_call: legacy } = message;
  const called = [
    ...(Array.isArray(calls) ? (calls as unknown[]) : []),
    ...(isObject(legacy) ? [{ function: legacy }] : []),
  ];
  return [...saidIn(message), ...called.filter(isObject).map(callOf)];
}

/** What a message, or a piece of one, thinks, says and shows. */
export function saidIn(message: JsonObject): readonly JsonObject[] {
  const thought = thoughtIn(message);
  const text = textIn(message);
  const { images } = message;
  return [
    ...(thought === '' ? [] : [{ text: thought, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...(Array.isArray(images) ? (images as unknown[]).flatMap(pictureOf) : []),
  ];
}

function pictureOf(image: unknown): readonly JsonObject[] {
  const { url } = isObject(image) && isObject(image['image_url']) ? image['image_url'] : {};
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(url)) ?? [];
  return mimeType === undefined ? [] : [{ inlineData: { mimeType, data } }];
}

/** A whole call. */
export function callOf({ id, function: called, extra_content: extra }: JsonObject): JsonObject {
  const { name, arguments: written } = isObject(called) ? called : {};
  const google = isObject(extra) && isObject(extra['google']) ? extra['google'] : {};
  const { thought_signature: signature } = google;
  return {
    functionCall: {
      ...(typeof id === 'string' && id !== '' ? { id } : {}),
      name: textOf(name),
      args: argumentsIn(written),
    },
    ...(typeof signature === 'string' ? { thoughtSignature: signature } : {}),
  };
}
