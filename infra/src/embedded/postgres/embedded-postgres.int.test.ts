import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDataFolder } from '../data-folder/lock.ts';
import { isAlive } from '../data-folder/process-identity.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Client } from 'pg';
import {
  type EmbeddedPostgres,
  borrowEmbeddedPostgres,
  connectionOf,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { passwordFile, serverFolder } from './folder.ts';
import { findPostmaster } from './postmaster.ts';

describe('embedded Postgres', () => {
  let home: string;
  let dataDir: string;
  let started: EmbeddedPostgres[];

  beforeEach(() => {
    // Mode 700: the server's user does not get through. A space, as in many a home.
    home = mkdtempSync(join(tmpdir(), 'ledgate home '));
    chmodSync(home, 0o700);
    dataDir = join(home, 'my data');
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    rmSync(home, { recursive: true, force: true });
  });

  async function start(ports: { port?: number; exceptPort?: number } = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...ports });
    started.push(server);
    return server;
  }
  const pid = (): number => findPostmaster(serverFolder(dataDir))?.pid ?? 0;

  it('starts on a new folder, and again on its data', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = await start();
    expect([first.adopted, second.adopted]).toEqual([false, false]);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('starts where it listened before, unless that port is kept for somebody else now', async () => {
    const port = Number(new URL((await start()).url).port);
    await started[0]?.stop();
    const again = await start({ port });
    expect(Number(new URL(again.url).port)).toBe(port);
    await again.stop();
    expect(Number(new URL((await start({ port, exceptPort: port })).url).port)).not.toBe(port);
  });

  it('stops without leaving a process', async () => {
    const { stop } = await start();
    const postmaster = pid();
    expect(postmaster).toBeGreaterThan(0);
    await stop();
    expect(connectionOf(dataDir)).toBeUndefined();
    // It has given up its folder and its port; a busy machine lets its process go a moment later.
    await eventually('its process has ended', () => !isAlive(postmaster));
  });

  it('keeps its data and its password from other users, and asks for it', async () => {
    const { url } = await start();
    expect(statSync(passwordFile(dataDir)).mode & 0o777).toBe(0o600);
    expect(statSync(serverFolder(dataDir)).mode & 0o777).toBe(0o700);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('takes connections on the loopback address alone, keeps time in UTC and waits for the disk', async () => {
    const { url } = await start();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'TimeZone', 'server_encoding', 'max_connections'];
    expect(
      await query(
        url,
        `SELECT name || '=' || setting AS s FROM pg_settings WHERE name = ANY ('{${names.join(',')}}') ORDER BY name COLLATE "C"`,
      ),
    ).toEqual(
      [
        'TimeZone=UTC',
        'fsync=on',
        'listen_addresses=127.0.0.1',
        'max_connections=100',
        'server_encoding=UTF8',
        'synchronous_commit=on',
      ].map((s) => ({ s })),
    );
  });

  it('takes over a server that was left running, and ends the sessions of the one who left it', async () => {
    const left = await start();
    const session = new Client({ connectionString: left.url });
    await session.connect();
    const ended = new Promise<string>((resolve) => {
      session.on('error', ({ message }) => resolve(message));
    });
    const adopting = await start();
    expect(adopting).toMatchObject({ adopted: true, url: left.url });
    expect(await ended).toMatch(/terminat/);
    await adopting.stop();
    expect(connectionOf(dataDir)).toBeUndefined();
  });

  it('recovers what was committed after everything was killed', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(pid(), 'SIGKILL');
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await query(again.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it("is not stopped by a pid file whose number is another process's by now", async () => {
    await (await start()).stop();
    const other = spawn('sleep', ['60']);
    try {
      writeFileSync(
        join(serverFolder(dataDir), 'postmaster.pid'),
        `${other.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n  1  1\nready\n`,
      );
      expect(connectionOf(dataDir)).toBeUndefined();
      expect((await start()).adopted).toBe(false);
      expect(other.exitCode).toBeNull();
    } finally {
      await end(other);
    }
  });

  it('begins again when the making of its data broke off', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'data', 'base'), { recursive: true });
    await start();
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });

  it('refuses data of another Postgres version, naming folder and way out', async () => {
    await (await start()).stop();
    writeFileSync(join(serverFolder(dataDir), 'PG_VERSION'), '15\n');
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(String(refusal)).toContain(`${serverFolder(dataDir)} was made by Postgres 15, this Ledgate brings 18`);
  });

  it('refuses a data folder that is a file', async () => {
    writeFileSync(dataDir, '');
    await expect(start()).rejects.toThrow(`${dataDir} is not a folder`);
  });

  it('refuses to go on without the password', async () => {
    await (await start()).stop();
    rmSync(passwordFile(dataDir));
    await expect(start()).rejects.toThrow(`${passwordFile(dataDir)} is missing`);
  });

  it("keeps no line of a quiet run's queries in its log", async () => {
    const { url } = await start();
    await query(url, `SELECT 'a secret'`);
    await query(url, `SELECT 1 / $1::int`, [0]).catch(() => undefined);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('a secret');
  });

  it('is lent to a second command while its owner lives, and is otherwise started for it', async () => {
    const lock = lockDataFolder(dataDir);
    const { url } = await start();
    const lent = await borrowEmbeddedPostgres({ dataDir, log: () => {} });
    expect(lent).toMatchObject({ url, adopted: true });
    await lent.stop();
    expect(connectionOf(dataDir)).toBe(url);
    lock.release();
    const own = await borrowEmbeddedPostgres({ dataDir, log: () => {} });
    expect(() => lockDataFolder(dataDir)).toThrow('another Ledgate');
    await own.stop();
    expect(connectionOf(dataDir)).toBeUndefined();
    lockDataFolder(dataDir).release();
  });
});

async function query(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // The server may be killed while the connection is still being closed.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill();
  });
