import { changed, membersOf } from '../wire/json-splice.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import type { ChatRequest } from './chat-request.ts';

/** A picture that stands in a request by its address. `field` is its path in the inner form. */
export type PictureAddress = { readonly url: string; readonly field: string };

/** Data URLs by the address that they stand for. */
export type FetchedPictures = ReadonlyMap<string, string>;

/** What is an address, whether it may be asked or not: the guard says. Data is no address, nor is the bare base64 that some callers send. */
const ADDRESS = /^\s*[a-z][a-z0-9+.-]*:/i;
const DATA = /^data:/i;

/** Pictures of a chat that its caller names by address, in their order. */
export function pictureAddresses({ messages }: Pick<ChatRequest, 'messages'>): readonly PictureAddress[] {
  const found: PictureAddress[] = [];
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [place, part] of (content as unknown[]).entries()) {
      const url = addressIn(part);
      if (url !== undefined) found.push({ url, field: `messages[${index}].content[${place}].image_url` });
    }
  }
  return found;
}

/** The same chat with the pictures in place of their addresses. What else stands in its bytes keeps its spelling. */
export function withPictures(request: ChatRequest, pictures: FetchedPictures): ChatRequest {
  const messages = request.messages.map((message) => pictured(message, pictures));
  let bytes: Buffer | undefined;
  // Most providers write their own bytes, and these would be as large again.
  const written = (): Buffer =>
    (bytes ??= changed(request.bytes, request.members, new Map([['messages', JSON.stringify(messages)]])));
  return {
    ...request,
    messages,
    body: { ...request.body, messages },
    get bytes() {
      return written();
    },
    get members() {
      return membersOf(written());
    },
  };
}

function addressIn(part: unknown): string | undefined {
  if (!isObject(part) || part['type'] !== 'image_url') return undefined;
  const image = part['image_url'];
  const url = isObject(image) ? image['url'] : image;
  return typeof url === 'string' && ADDRESS.test(url) && !DATA.test(url) ? url : undefined;
}

function pictured(message: JsonObject, pictures: FetchedPictures): JsonObject {
  const { content } = message;
  return Array.isArray(content)
    ? { ...message, content: (content as unknown[]).map((part) => picturedPart(part, pictures)) }
    : message;
}

function picturedPart(part: unknown, pictures: FetchedPictures): unknown {
  const url = addressIn(part);
  const picture = url === undefined ? undefined : pictures.get(url);
  if (picture === undefined || !isObject(part)) return part;
  const image = part['image_url'];
  return { ...part, image_url: isObject(image) ? { ...image, url: picture } : { url: picture } };
}
