import { changed } from '../../wire/json-splice.ts';
import { openAiEmbeddings } from '../openai/openai-provider.ts';
import { openAiTarget } from '../openai/openai-target.ts';
import type { Adapter } from '../provider.ts';

/** What it knows beside those of its own that a caller may name ("Embeddings" of the Mistral AI API). */
const KNOWN = new Set(['model', 'input', 'encoding_format', 'output_dimension', 'output_dtype', 'metadata']);

/** Vectors by Mistral, which refuses what it does not know and has a name of its own for their length. */
export const mistralEmbeddings: Adapter<'embeddings'> = {
  ...openAiEmbeddings,
  request({ channel, model, request }) {
    const { origin, path, whole } = openAiTarget(channel, 'embeddings');
    const { bytes, body, members } = request;
    const changes = new Map<string, string | null>();
    for (const [name, value] of Object.entries(body)) if (value === null || !KNOWN.has(name)) changes.set(name, null);
    if (body['model'] !== model) changes.set('model', JSON.stringify(model));
    if (typeof body['dimensions'] === 'number') changes.set('output_dimension', String(body['dimensions']));
    return { origin, path, headers: whole, body: changes.size === 0 ? bytes : changed(bytes, members, changes) };
  },
};
