import { createParser } from 'eventsource-parser';
import { z } from 'zod';

/** What a stream of a chat says, piece by piece; whoever reads on after `end` or `failed` reads nothing. */
export type ChatEvent =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'end' };

const END = '[DONE]';
/** Characters of one line of the stream that are held until it ends. */
const LINE_CHARACTERS_MAX = 4_000_000;

const piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), reasoning_content: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});
const error = z.object({ error: z.object({ message: z.string() }) });

function eventsOf(data: string): readonly ChatEvent[] {
  if (data === END) return [{ kind: 'end' }];
  let found: unknown;
  try {
    found = JSON.parse(data);
  } catch {
    return [{ kind: 'failed', message: data }];
  }
  const failure = error.safeParse(found);
  if (failure.success) return [{ kind: 'failed', message: failure.data.error.message }];
  const { content, reasoning_content: reasoning } = piece.safeParse(found).data?.choices?.[0]?.delta ?? {};
  return [
    ...(reasoning ? [{ kind: 'reasoning', text: reasoning } as const] : []),
    ...(content ? [{ kind: 'text', text: content } as const] : []),
  ];
}

/** Reads a stream of chat completions (docs/behaviour.md#playground). What is no JSON is a failure with that text. */
export class ChatEvents {
  readonly #found: ChatEvent[] = [];
  readonly #parser = createParser({
    maxBufferSize: LINE_CHARACTERS_MAX,
    onEvent: ({ data }) => void this.#found.push(...eventsOf(data)),
    onError: ({ type, message }) => {
      if (type === 'max-buffer-size-exceeded') this.#found.push({ kind: 'failed', message });
    },
  });

  /** What is complete with `text`, the next characters of the stream. */
  feed(text: string): readonly ChatEvent[] {
    this.#parser.feed(text);
    return this.#found.splice(0);
  }
}
