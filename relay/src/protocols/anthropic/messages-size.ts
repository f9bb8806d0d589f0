import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { bringsUnseen, isRunByProvider } from '../../modes/anthropic-tools.ts';
import { contextTokens } from '../../modes/claude-context.ts';
import type { NativeSize } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** The most that Anthropic writes into a prompt for a tool of its own; 735 are known. */
const OWN_TOOL_TOKENS = 1_000;
/** How often Anthropic has a model go on at most after tools that it ran itself, before it answers `pause_turn`. */
const SERVER_TOOL_ROUNDS_MAX = 10;
/** No conversation is compacted that is shorter. */
const COMPACTED_TOKENS_MIN = 50_000;

/**
 * The size of a body of messages that a provider gets as it is (docs/billing.md#worst-case): of all that stands in it, known here or not. Pictures
 * count as such. Where something of the prompt is fetched by the provider, what the model reads at a time is the bound.
 */
export function messagesSizeOf(body: JsonObject, model: string): NativeSize {
  const measured = new MeasuredMessages();
  const size = promptSizeOf(measured.of(body), model);
  const readMax = contextTokens(model);
  const toolRounds = measured.loops ? SERVER_TOOL_ROUNDS_MAX : 1;
  // What was written in one round is read in the next.
  const grown = (toolRounds - 1) * Number(body['max_tokens'] ?? 0);
  const stated = size.bound + OWN_TOOL_TOKENS * measured.ownTools;
  const known = Math.max(stated, Math.min(readMax, stated + grown));
  const bound = measured.isUnseen ? Math.max(known, readMax) : known;
  const compactions = isCompacted(body) && bound >= COMPACTED_TOKENS_MIN ? 1 : 0;
  return { ...size, bound, rounds: toolRounds + compactions };
}

/** A conversation that becomes too long is read once to be summarized, and once more from its summary. */
function isCompacted({ context_management: managed }: JsonObject): boolean {
  const edits = isObject(managed) && Array.isArray(managed['edits']) ? (managed['edits'] as unknown[]) : [];
  return edits.some((edit) => isObject(edit) && String(edit['type']).startsWith('compact'));
}

/**
 * What a model reads of a body that OpenAI's form of it has not (messages-parsing.ts), for counting: it is taken by its size. Thoughts of earlier
 * turns are not among it, since not every model reads them again.
 */
export function leftBehind({ messages, tools }: JsonObject): readonly unknown[] {
  return [...listOf(tools).flatMap(besideTool), ...listOf(messages).flatMap(besideTurn)];
}

function besideTool(tool: unknown): readonly unknown[] {
  if (!isObject(tool) || (tool['type'] !== undefined && tool['type'] !== null && tool['type'] !== 'custom')) return [];
  const { type: _, name: __, description: ___, input_schema: ____, cache_control: _____, ...beside } = tool;
  return Object.values(beside);
}

function besideTurn(turn: unknown): readonly unknown[] {
  return listOf(isObject(turn) ? turn['content'] : undefined).flatMap((block) =>
    isObject(block) && block['type'] === 'document' ? [block['title'], block['context']] : [],
  );
}

/** A body in the shape that `promptSizeOf` measures: what is no text in it told apart from what is. */
class MeasuredMessages {
  /** Of tools that Anthropic describes to the model itself. */
  ownTools = 0;
  /** Something of the prompt does not stand in the body. */
  isUnseen = false;
  /** The provider runs tools of the request itself. */
  loops = false;

  of({ messages, system, tools, ...others }: JsonObject): JsonObject {
    this.loops = isFilled(others['mcp_servers']);
    this.isUnseen = this.loops || isObject(others['container']) || isObject(others['thread']);
    for (const tool of listOf(tools)) this.#addTool(tool);
    const members = Object.entries(others).map(([name, value]) => [name, written(value)]);
    return { ...Object.fromEntries(members), system: this.#content(system), messages: this.#turns(messages), tools };
  }

  #addTool(tool: unknown): void {
    const type = isObject(tool) ? tool['type'] : undefined;
    if (typeof type !== 'string' || type === 'custom') return;
    this.ownTools += 1;
    this.loops ||= isRunByProvider(type);
    this.isUnseen ||= bringsUnseen(type);
  }

  #turns(turns: unknown): unknown {
    return Array.isArray(turns)
      ? (turns as unknown[]).map((turn) =>
          isObject(turn) ? { ...turn, content: this.#content(turn['content']) } : turn,
        )
      : turns;
  }

  #content(content: unknown): unknown {
    if (Array.isArray(content)) return (content as unknown[]).map((block) => this.#block(block));
    return this.#block(content);
  }

  #block(block: unknown): unknown {
    if (!isObject(block)) return block;
    const { type, source, content, input } = block;
    const measured = {
      ...block,
      ...(content === undefined ? {} : { content: this.#content(content) }),
      ...(isObject(input) ? { input: written(input) } : {}),
    };
    if (!isObject(source)) return measured;
    if (type === 'image')
      return { ...measured, type: 'image_url', image_url: { url: '' }, source: besidePicture(source) };
    // What a packed document holds is not looked into: a few bytes may be a thousand pages.
    this.isUnseen ||= PACKED.has(source['type']);
    return { ...measured, source: { ...source, content: this.#content(source['content']) } };
  }
}

/** Sources of documents of which the text does not stand in the request. */
const PACKED: ReadonlySet<unknown> = new Set(['url', 'file', 'base64']);

/** What a picture is given by counts as a picture; whatever else stands beside it as text. */
function besidePicture(source: JsonObject): JsonObject {
  const given = source['type'] === 'base64' ? 'data' : 'url';
  return typeof source[given] === 'string' ? { ...source, [given]: '' } : source;
}

/** As JSON text, whose marks and escapes cost tokens too. */
const written = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
