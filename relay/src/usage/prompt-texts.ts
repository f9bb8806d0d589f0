import { sizeOfPart } from '@ledgate/domain/pricing/prompt-bound';
import { soundTokens } from '@ledgate/domain/pricing/sound-tokens';
import { isObject, type JsonObject } from '../wire/json.ts';
import { imageTokens } from './image-tokens.ts';

/**
 * What a prompt consists of for counting: texts, tokens that are known without counting, and what of these is sound. What has no text to be counted
 * is taken by its size.
 */
export type PromptTexts = {
  readonly texts: readonly string[];
  readonly fixedTokens: number;
  readonly soundTokens: number;
};

const MESSAGE_TOKENS = 3;
const NAME_TOKENS = 1;
const ANSWER_TOKENS = 3;
const TOOLS_TOKENS = 8;
/** Of a message: counted as texts, or never read by a model as text of its own. */
const COUNTED: ReadonlySet<string> = new Set(['role', 'content', 'name', 'tool_call_id']);
/** Of a body: what a model reads beside messages and tools. */
const BESIDE = ['functions', 'function_call', 'response_format', 'prediction'];

/**
 * 3 and role and text for each message, 1 and its text for a name, 3 for the answer's beginning, 8 and their text for tools. Beside these by size: other
 * members of messages (calls of tools in earlier turns), parts that are no text (files), legacy functions, response_format, sound by its length, and
 * what stands `beside` the body.
 */
export function promptTexts(
  body: JsonObject,
  messages: readonly JsonObject[],
  model: string,
  picturesUnseen: boolean,
  beside: readonly unknown[] = [],
): PromptTexts {
  const prompt = new CountedPrompt(model, picturesUnseen);
  for (const message of messages) prompt.addMessage(message);
  const { tools } = body;
  if (Array.isArray(tools) && tools.length > 0) prompt.addTools(tools);
  for (const field of BESIDE) if (isObject(body[field]) || Array.isArray(body[field])) prompt.addBySize(body[field]);
  for (const value of beside) prompt.addBySize(value);
  return prompt;
}

class CountedPrompt implements PromptTexts {
  readonly texts: string[] = [];
  fixedTokens = ANSWER_TOKENS;
  soundTokens = 0;
  readonly #model: string;
  readonly #picturesUnseen: boolean;

  constructor(model: string, picturesUnseen: boolean) {
    this.#model = model;
    this.#picturesUnseen = picturesUnseen;
  }

  addMessage(message: JsonObject): void {
    const { role, content, name } = message;
    this.fixedTokens += MESSAGE_TOKENS;
    if (typeof role === 'string') this.texts.push(role);
    if (typeof content === 'string') this.texts.push(content);
    else if (Array.isArray(content)) for (const part of content) this.#addPart(part);
    if (typeof name === 'string') {
      this.fixedTokens += NAME_TOKENS;
      this.texts.push(name);
    }
    for (const field in message) if (!COUNTED.has(field)) this.addBySize(message[field]);
  }

  addTools(tools: readonly unknown[]): void {
    this.fixedTokens += TOOLS_TOKENS;
    for (const tool of tools) {
      if (isObject(tool) && isObject(tool['function'])) this.texts.push(toolText(tool['function']));
      else this.addBySize(tool);
    }
  }

  addBySize(value: unknown): void {
    if (value === null || value === undefined) return;
    const { likely, soundLikely } = sizeOfPart(value, this.#model);
    this.fixedTokens += likely;
    this.soundTokens += soundLikely;
  }

  #addSound(sound: unknown): void {
    const { data, format } = isObject(sound) ? sound : { data: '', format: '' };
    const tokens = soundTokens(typeof data === 'string' ? data : '', format);
    this.fixedTokens += tokens;
    this.soundTokens += tokens;
  }

  #addPart(part: unknown): void {
    if (typeof part === 'string') this.texts.push(part);
    if (!isObject(part)) return;
    const { type, text } = part;
    if (type === 'image_url') this.fixedTokens += imageTokens(part[type], this.#model, this.#picturesUnseen);
    else if (type === 'input_audio') this.#addSound(part[type]);
    else if (typeof text === 'string') this.texts.push(text);
    else if (type !== 'text') this.addBySize(part);
  }
}

function toolText({ name, description, parameters }: JsonObject): string {
  const texts = [name, description].map((text) => (typeof text === 'string' ? text : '')).join('');
  return parameters === undefined ? texts : `${texts}${JSON.stringify(parameters)}`;
}
