import { isObject, type JsonObject } from '../../wire/json.ts';
import { type CompletionHead, usageOf } from '../told-completion.ts';

/** A call of a tool, or a piece of one, as OpenAI has it: pieces of one call have one index. */
export type SaidCall = {
  readonly index: number;
  readonly id?: unknown;
  /** Of the first piece alone. */
  readonly name?: unknown;
  /** JSON text. */
  readonly arguments: string;
};

/** What an upstream says in one event of its stream, or in its whole answer, in OpenAI's words. What it does not say is left out. */
export type Said = {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly SaidCall[];
  /** One of OpenAI's reasons, once the answer is finished. */
  readonly finish?: string | undefined;
  /** Of the answer up to here, in OpenAI's form. */
  readonly usage?: JsonObject | undefined;
  /** Nothing comes behind it. */
  readonly ends?: boolean;
};

/** OpenAI's member `tool_calls`. `isPiece`: of a stream, where calls are told apart by their index. */
export const toolCallsOf = (calls: readonly SaidCall[], isPiece: boolean): readonly JsonObject[] =>
  calls.map(({ index, id, name, arguments: json }) => ({
    ...(isPiece ? { index } : {}),
    ...(id === undefined ? {} : { id, type: 'function' }),
    function: { ...(name === undefined ? {} : { name }), arguments: json },
  }));

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A usage whose members have OpenAI's names; undefined where it has no numbers. */
export const usageIn = (usage: unknown): JsonObject | undefined =>
  isObject(usage) ? usageOf(usage['prompt_tokens'], usage['completion_tokens']) : undefined;

/** A head with what the upstream calls its answer and its model, where it does. */
export const namedBy = (head: CompletionHead, { id, model }: Said): CompletionHead => ({
  ...head,
  ...(textOf(id) === '' ? {} : { id: textOf(id) }),
  ...(textOf(model) === '' ? {} : { model: textOf(model) }),
});
