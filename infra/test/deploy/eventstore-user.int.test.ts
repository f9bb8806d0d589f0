import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEPLOY } from './deployment-files.ts';

const ADMINISTRATOR = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
const LEDGATE = `Basic ${Buffer.from('ledgate:other').toString('base64')}`;

/**
 * The two calls of EventStoreDB's HTTP API that the script makes, as servers 23.10.8 and 24.6.0 answer them: of accounts by name only
 * administrators may ask.
 */
describe('the account on EventStoreDB', () => {
  let server: Server;
  let accounts: Map<string, string>;
  let bodies: unknown[];
  /** So many questions are answered before the server has made its administrator. */
  let early: number;

  beforeEach(async () => {
    accounts = new Map();
    bodies = [];
    early = 0;
    server = createServer((request, response) => {
      const answer = (status: number) => response.writeHead(status).end();
      const { authorization = '' } = request.headers;
      if (early > 0) {
        early -= 1;
        return answer(401);
      }
      if (request.method === 'GET') {
        const isKnown = authorization === ADMINISTRATOR || [...accounts.values()].includes(authorization);
        const mayAsk = request.url === '/users/$current' ? isKnown : authorization === ADMINISTRATOR;
        return answer(mayAsk ? 200 : 401);
      }
      if (authorization !== ADMINISTRATOR) return answer(401);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { loginName: string; password: string };
        bodies.push(body);
        if (accounts.has(body.loginName)) return answer(409);
        accounts.set(body.loginName, `Basic ${Buffer.from(`${body.loginName}:${body.password}`).toString('base64')}`);
        return answer(201);
      });
      return undefined;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
  });

  async function run(variables: NodeJS.ProcessEnv = {}): Promise<{ readonly code: number; readonly output: string }> {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = spawn(process.execPath, [join(DEPLOY, 'eventstore/create-user.mjs')], {
      env: {
        EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
        EVENTSTORE_ADMIN_USER: 'admin',
        EVENTSTORE_ADMIN_PASSWORD: 'secret',
        EVENTSTORE_USER: 'ledgate',
        EVENTSTORE_PASSWORD: 'other',
        ...variables,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += String(bytes);
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  it('is made by the administrator, and belongs to no group', async () => {
    expect(await run()).toEqual({ code: 0, output: 'the account ledgate is made\n' });
    expect(bodies).toEqual([{ loginName: 'ledgate', fullName: 'Ledgate', password: 'other', groups: [] }]);
  });

  it('is made in the first seconds of a cluster, when the administrator is not there yet', async () => {
    early = 3;
    expect(await run()).toEqual({ code: 0, output: 'the account ledgate is made\n' });
  });

  it('stays as it is when it is there', async () => {
    accounts.set('ledgate', LEDGATE);
    expect(await run()).toEqual({ code: 0, output: 'the account ledgate was there already\n' });
  });

  it('is told to have another password', async () => {
    accounts.set('ledgate', 'Basic another');
    expect(await run()).toEqual({
      code: 1,
      output: expect.stringContaining('the account ledgate has another password than EVENTSTORE_PASSWORD'),
    });
  });

  it('cannot be made with a wrong password of the administrator, without a variable, or without a server', async () => {
    expect(await run({ EVENTSTORE_ADMIN_PASSWORD: 'wrong' })).toEqual({
      code: 1,
      output: expect.stringContaining('EVENTSTORE_ADMIN_PASSWORD is wrong'),
    });
    expect(await run({ EVENTSTORE_PASSWORD: '' })).toEqual({
      code: 1,
      output: expect.stringContaining('set EVENTSTORE_PASSWORD or EVENTSTORE_PASSWORD_FILE'),
    });
    expect(await run({ EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' })).toEqual({
      code: 1,
      output: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
