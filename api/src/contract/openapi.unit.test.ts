import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from './openapi.ts';
import { STATUS } from '../http/send.ts';
import { contract } from './routes.ts';

type Operation = {
  readonly requestBody?: unknown;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
};

const FILE = new URL('../../../docs/openapi.json', import.meta.url);
const text = `${JSON.stringify(openApiDocument(), null, 1)}\n`;
if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(FILE, text);

describe('docs/openapi.json', () => {
  it('is the document that the contract makes; UPDATE_OPENAPI=1 writes it', () => {
    expect(readFileSync(FILE, 'utf8') === text).toBe(true);
  });

  it('names every route of the contract', () => {
    const document = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    for (const routes of Object.values(contract)) {
      for (const { method, path } of Object.values(routes)) {
        expect(Object.keys(document.paths[path.replace(/\/$/, '')] ?? {})).toContain(method.toLowerCase());
      }
    }
  });
});

it('the calls of the relay name the refusal of a WebSocket, after which clients go on by HTTP', () => {
  const { '/v1/responses': responses } = openApiDocument()['paths'] as Record<string, Record<string, Operation>>;
  expect(Object.keys(responses?.['get']?.responses ?? {})).toEqual(['426']);
});

describe('a call with a body', () => {
  const asked = Object.values(openApiDocument()['paths'] as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .filter(({ requestBody, tags }) => requestBody !== undefined && !tags.includes('relay'));

  it.each(['body_too_large', 'bodies_of_address_full', 'bodies_full'] as const)('names the answer of %s', (code) => {
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter(({ responses }) => !(STATUS[code] in responses))).toEqual([]);
  });
});

describe('the contract', () => {
  const all = Object.values(contract).flatMap((routes) => Object.values(routes));

  it('has one route for each method, path and condition', () => {
    const places = all.map(
      ({ method, path, ...rest }) => `${method} ${path.replace(/\/$/, '')} ${'when' in rest ? String(rest.when) : ''}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('registers a fixed path before one with a parameter that would take it', () => {
    all.forEach((later, at) => {
      const shadowing = all
        .slice(0, at)
        .find(
          (earlier) =>
            earlier.method === later.method && earlier.path !== later.path && takes(earlier.path, later.path),
        );
      expect(shadowing && `${shadowing.path} takes ${later.path}`).toBeUndefined();
    });
  });
});

const segments = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

function takes(pattern: string, path: string): boolean {
  const [wanted, given] = [segments(pattern), segments(path)];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index]);
}
