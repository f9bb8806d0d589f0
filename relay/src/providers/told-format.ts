import { isObject } from '../wire/json.ts';

/** A `response_format` in words, for models that nothing holds to one. */
export function formatTexts(format: unknown): readonly string[] {
  if (!isObject(format)) return [];
  if (format['type'] === 'json_object') return ['Answer with one JSON object and nothing else.'];
  const { type, json_schema: asked } = format;
  if (type !== 'json_schema' || !isObject(asked) || !isObject(asked['schema'])) return [];
  return [`Answer with JSON of this schema and nothing else: ${JSON.stringify(asked['schema'])}`];
}
