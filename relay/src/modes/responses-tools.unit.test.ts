import { describe, expect, it } from '@jest/globals';
import { askedOfResponses, measuredIn, runsTools } from './responses-tools.ts';

const tools = (...types: string[]): { tools: object[] } => ({ tools: types.map((type) => ({ type })) });

describe('what a body of Responses asks for beside its tokens', () => {
  it('is nothing for tools that the caller runs', () => {
    expect(askedOfResponses(tools('function', 'custom', 'apply_patch'), 'm')).toEqual({
      serviceTier: undefined,
      measuredMax: undefined,
      measured: undefined,
      searchTool: undefined,
    });
  });

  it('are as many calls of a tool as it says, ten where it says nothing, and one session of code', () => {
    const body = tools('web_search_preview_2025_03_11', 'file_search', 'code_interpreter');
    expect(askedOfResponses(body, 'm')).toMatchObject({
      measuredMax: { searches: 10, fileSearches: 10, codeSessions: 1 },
      measured: undefined,
      searchTool: 'web_search_preview',
    });
    expect(askedOfResponses({ ...body, max_tool_calls: 3 }, 'm').measuredMax).toMatchObject({ searches: 3 });
  });

  it('is the tier of service that it names', () => {
    expect(askedOfResponses({ service_tier: 'flex' }, 'm').serviceTier).toBe('flex');
    expect(askedOfResponses({ service_tier: 'auto' }, 'm').serviceTier).toBeUndefined();
  });
});

describe('who runs the tools', () => {
  it.each([
    [tools('function', 'custom', 'local_shell'), false],
    [{ tools: [{ type: 'shell', environment: { type: 'local' } }] }, false],
    [{ tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }, true],
    [tools('mcp'), true],
    [tools('of_tomorrow'), true],
    [{}, false],
  ])('%j: the provider %s', (body, isProvider) => {
    expect(runsTools(body)).toBe(isProvider);
  });
});

describe('what is billed of the items of an answer', () => {
  it('are searches, but no pages that were opened; files; and each container once', () => {
    expect(
      measuredIn([
        { type: 'web_search_call' },
        { type: 'web_search_call', action: { type: 'search' } },
        { type: 'web_search_call', action: { type: 'find_in_page' } },
        { type: 'file_search_call' },
        { type: 'code_interpreter_call', container_id: 'a' },
        { type: 'code_interpreter_call', container_id: 'a' },
        { type: 'code_interpreter_call', container_id: 'b' },
        null,
      ]),
    ).toEqual({ searches: 2, fileSearches: 1, codeSessions: 2 });
    expect(measuredIn([{ type: 'message' }])).toBeUndefined();
  });

  it('are no searches that failed, and each container whatever became of the code in it', () => {
    const action = { type: 'search', query: 'q' };
    const items = [
      { type: 'web_search_call', status: 'completed', action },
      { type: 'web_search_call', status: 'failed', action },
      { type: 'web_search_call', status: 'failed' },
      { type: 'file_search_call', status: 'incomplete' },
      { type: 'file_search_call', status: 'failed' },
      { type: 'code_interpreter_call', status: 'failed', container_id: 'a' },
    ];
    expect(measuredIn(items)).toEqual({ searches: 1, fileSearches: 1, codeSessions: 1 });
    expect(measuredIn(items.slice(1, 3))).toBeUndefined();
  });
});
