import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { extrasOfOpenAi } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { askedFunctions } from '../asked-functions.ts';
import { textOfContent } from '../text-content.ts';
import { formatTexts } from '../told-format.ts';

/** Dify demands a user; this one where the caller names none. */
const USER = 'api-user';

const LABELS: ReadonlyMap<unknown, string> = new Map([
  ['system', 'SYSTEM'],
  ['developer', 'SYSTEM'],
  ['user', 'USER'],
  ['assistant', 'ASSISTANT'],
]);

/**
 * A chat request as an app of Dify's takes it (docs/behaviour.md#dify): one question with all that was said before. How its model answers is the app's own:
 * limits, temperatures and the like stay behind. What would make the answer another one than was asked for throws UnsupportedRequest, naming the field.
 */
export function difyBody(request: ChatRequest): Buffer {
  const { body, messages, stream } = request;
  refuseImpossible(request);
  const files: JsonObject[] = [];
  const texts = messages.map((message, index) => labelled(message, `messages[${index}]`, files));
  for (const text of formatTexts(body['response_format'])) texts.push(`${LABELS.get('system')}:\n${text}`);
  return Buffer.from(
    JSON.stringify({
      inputs: {},
      query: texts.join('\n\n'),
      response_mode: stream ? 'streaming' : 'blocking',
      conversation_id: '',
      user: typeof body['user'] === 'string' && body['user'] !== '' ? body['user'] : USER,
      files: files.length === 0 ? undefined : files,
      // Its title would be one more question to a model.
      auto_generate_name: false,
    }),
  );
}

function refuseImpossible({ body, choices }: ChatRequest): void {
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1, since Dify gives one answer');
  const [extra] = extrasOfOpenAi(body);
  if (extra !== undefined) throw new UnsupportedRequest(extra.field, 'cannot be used with this channel');
  const isForbidden = (body['tool_choice'] ?? body['function_call']) === 'none';
  if (askedFunctions(body).length > 0 && !isForbidden)
    throw new UnsupportedRequest('tools', 'cannot be used with this channel: an app of Dify has its own');
}

/** What was said, behind whose it was; its pictures are added to `files`. */
function labelled(message: JsonObject, at: string, files: JsonObject[]): string {
  const { role, content } = message;
  const label = LABELS.get(role);
  if (label === undefined)
    throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user or assistant with this channel');
  for (const field of ['tool_calls', 'function_call']) {
    const calls = message[field];
    if (Array.isArray(calls) ? calls.length > 0 : isObject(calls))
      throw new UnsupportedRequest(`${at}.${field}`, 'cannot be told to this channel');
  }
  if (!Array.isArray(content)) return `${label}:\n${textOfContent(content, `${at}.content`)}`;
  const texts: unknown[] = [];
  for (const [index, part] of (content as readonly unknown[]).entries()) {
    if (isObject(part) && part['type'] === 'image_url')
      files.push(fileOf(part['image_url'], `${at}.content[${index}].image_url`));
    else texts.push(part);
  }
  return `${label}:\n${textOfContent(texts, `${at}.content`)}`;
}

/** Dify fetches pictures itself; others would have to be sent to it before. */
function fileOf(image: unknown, at: string): JsonObject {
  const url = isObject(image) ? image['url'] : image;
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url))
    throw new UnsupportedRequest(at, 'must be the http address of a picture, since this channel takes no other');
  return { type: 'image', transfer_method: 'remote_url', url };
}
