import { isObject, type JsonObject } from '../chat/chat-request.ts';
import { imageTokens } from './image-tokens.ts';

/** What a prompt consists of for counting: texts, and tokens that are known without counting. */
export type PromptTexts = { readonly texts: readonly string[]; readonly fixedTokens: number };

const MESSAGE_TOKENS = 3;
const NAME_TOKENS = 1;
const ANSWER_TOKENS = 3;
const TOOLS_TOKENS = 8;
const AUDIO_TOKENS = 100;

/** Contract C.5: 3 and role and text for each message, 1 and its text for a name, 3 for the answer's beginning, 8 and their text for tools. */
export function promptTexts(
  body: JsonObject,
  messages: readonly JsonObject[],
  model: string,
  channelType: number,
): PromptTexts {
  const texts: string[] = [];
  let fixedTokens = ANSWER_TOKENS;
  for (const { role, content, name } of messages) {
    fixedTokens += MESSAGE_TOKENS;
    if (typeof role === 'string') texts.push(role);
    if (typeof content === 'string') texts.push(content);
    else if (Array.isArray(content))
      for (const part of content) fixedTokens += addPart(part, texts, model, channelType);
    if (typeof name !== 'string') continue;
    fixedTokens += NAME_TOKENS;
    texts.push(name);
  }
  const { tools } = body;
  if (Array.isArray(tools) && tools.length > 0) {
    fixedTokens += TOOLS_TOKENS;
    for (const tool of tools) texts.push(toolText(tool));
  }
  return { texts, fixedTokens };
}

function addPart(part: unknown, texts: string[], model: string, channelType: number): number {
  if (!isObject(part)) return 0;
  if (part['type'] === 'image_url') return imageTokens(part['image_url'], model, channelType);
  if (part['type'] === 'input_audio') return AUDIO_TOKENS;
  if (typeof part['text'] === 'string') texts.push(part['text']);
  return 0;
}

function toolText(tool: unknown): string {
  const called = isObject(tool) ? tool['function'] : undefined;
  if (!isObject(called)) return '';
  const { name, description, parameters } = called;
  const texts = [name, description].map((text) => (typeof text === 'string' ? text : '')).join('');
  return parameters === undefined ? texts : `${texts}${JSON.stringify(parameters)}`;
}
