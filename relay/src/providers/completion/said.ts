import type { JsonObject } from '../../wire/json.ts';
import type { ReportedUsage } from '../../usage/usage.ts';

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
  /** Of the answer up to here. */
  readonly usage?: ReportedUsage | undefined;
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
