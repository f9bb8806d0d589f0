/** Tools of Anthropic's own that the caller runs: the model is told of them, and nothing else happens at the provider. */
const RUN_BY_CALLER = /^(?:custom$|(?:bash|text_editor|computer|memory)_)/;
/** Tools that the provider runs, at no price beside their tokens. */
const FREE = /^(?:tool_search_tool_|mcp_toolset$)/;
/** Of these, one that brings into the prompt only what the request itself holds. */
const SEARCHES_REQUEST = /^tool_search_tool_/;

/**
 * By the type of a tool, undefined where it has none: the provider runs it, and then has the model read its prompt once more, with the result. One that
 * nobody here knows is taken for such a one.
 */
export const isRunByProvider = (type: string | undefined): boolean => type !== undefined && !RUN_BY_CALLER.test(type);

/** A use of it costs nothing beside its tokens, as far as is known. */
export const isFreeTool = (type: string | undefined): boolean => !isRunByProvider(type) || FREE.test(type ?? '');

/** What it brings into the prompt is in no request, so that nobody can know how long it is. */
export const bringsUnseen = (type: string | undefined): boolean =>
  isRunByProvider(type) && !SEARCHES_REQUEST.test(type ?? '');
