import { isOfServer } from '../../../shared/connection/ask-server.ts';
import type { ChatRequest } from '../chat-request.ts';
import { type ChatEvent, ChatEvents } from './chat-events.ts';

/** A call that was refused before anything was streamed; `status` 0: nothing answered. */
export type Refusal = { readonly status: number; readonly message: string; readonly requestId: string };

type Asking = {
  readonly userId: number;
  readonly language: string;
  readonly signal: AbortSignal;
  /** The answer begins; '' where it has no id. */
  readonly onServed: (requestId: string) => void;
  readonly onEvent: (event: ChatEvent) => void;
};

const messageOf = (text: string): string => {
  try {
    const found = JSON.parse(text) as { readonly error?: { readonly message?: unknown } };
    return typeof found.error?.message === 'string' ? found.error.message : text;
  } catch {
    return text;
  }
};

/**
 * Streams a chat by the session of who is signed in. Ends when the answer does; undefined, or why nothing was streamed. Throws when it breaks off, or
 * `signal` does.
 */
export async function streamChat(
  request: ChatRequest,
  { userId, language, signal, onServed, onEvent }: Asking,
): Promise<Refusal | undefined> {
  const response = await fetch('/pg/chat/completions', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'New-Api-User': String(userId),
      'Accept-Language': language,
    },
    credentials: 'same-origin',
    body: JSON.stringify(request),
    signal,
  });
  if (!isOfServer(response)) throw new Error('no answer');
  const requestId = response.headers.get('x-oneapi-request-id') ?? '';
  onServed(requestId);
  if (!response.ok || response.body === null)
    return { status: response.status, message: messageOf(await response.text()), requestId };
  const events = new ChatEvents();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    for (const event of events.feed(read.value)) onEvent(event);
  return undefined;
}
