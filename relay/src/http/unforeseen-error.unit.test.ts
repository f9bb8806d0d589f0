import { describe, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import type { Request, Response } from 'express';
import { openAiError } from '../protocols/openai/openai-error.ts';
import { unforeseenError } from './unforeseen-error.ts';

function answered(error: unknown): {
  status: number;
  error: { message: string; code: string; type: string };
  logged: unknown[];
} {
  const logged: unknown[] = [];
  let status = 0;
  let body = '';
  const response = {
    locals: { requestId: 'r-1' },
    headersSent: false,
    destroyed: false,
    writeHead: (given: number) => {
      status = given;
    },
    end: (text: string) => {
      body = text;
    },
  };
  const request = { complete: true, headers: {} };
  const handle = unforeseenError({ ...silentLog, error: (fields) => logged.push(fields) }, () => openAiError);
  void handle(error as Error, request as unknown as Request, response as unknown as Response, () => {
    throw new Error('was passed on');
  });
  return {
    status,
    error: (JSON.parse(body) as { error: { message: string; code: string; type: string } }).error,
    logged,
  };
}

describe('an error that no route has answered', () => {
  it('of the caller keeps its status and is not logged', () => {
    expect(answered(Object.assign(new URIError("Failed to decode param '%E0%A4%A'"), { status: 400 }))).toMatchObject({
      status: 400,
      error: { type: 'new_api_error', code: 'invalid_request', message: expect.stringContaining('(request id: r-1)') },
      logged: [],
    });
  });

  it.each([
    new Error('secret'),
    Object.assign(new Error('secret'), { status: 503 }),
    Object.assign(new Error('secret'), { status: 'x' }),
    'secret',
    null,
  ])('of ours (%s) is a 500 that says nothing of it, logged once', (error) => {
    const answer = answered(error);
    expect(answer).toMatchObject({
      status: 500,
      error: { code: 'internal_error' },
      logged: [{ requestId: 'r-1', err: error }],
    });
    expect(JSON.stringify(answer.error)).not.toContain('secret');
  });
});
