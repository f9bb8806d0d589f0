import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSessionUsers } from '@ledgate/projections/directory/sessions/create-session-users';
import express from 'express';
import { createApiRouter } from '../api-router.ts';
import type { ToldSession } from '../contract/told-session.ts';
import { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';
import type { ApiPorts } from '../ports.ts';

/** Two instances of the interface on one database: what is ended by one is not known to the other. */
let world: ConsoleWorld;
let other: Server;
const elsewhere = (client: ConsoleClient): ConsoleClient =>
  Object.assign(new ConsoleClient(`http://127.0.0.1:${(other.address() as AddressInfo).port}`), {
    cookie: client.cookie,
    userId: client.userId,
  });
const status = async (client: ConsoleClient): Promise<number> => (await client.call('GET', '/api/user/self')).status;

beforeAll(async () => {
  let ports: ApiPorts | undefined;
  world = await openConsoleWorld({}, { made: (made) => (ports = made) });
  if (ports === undefined) throw new Error('the world was made of nothing');
  other = createServer(express().use(createApiRouter(ports)));
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  other.closeAllConnections();
  other.close();
  await world.close();
});

const list = (client: ConsoleClient): Promise<ToldSession[]> => client.done<ToldSession[]>('GET', '/api/user/sessions');

describe('the own sessions', () => {
  it('are told, this one marked, with no more than names them', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const person = await world.person('teller');
    const phone = world.client();
    await phone.call(
      'POST',
      '/api/user/login',
      { username: 'teller', password: PASSWORD },
      { 'user-agent': 'A phone' },
    );
    phone.userId = person.userId;
    const told = await list(person);
    expect(told).toHaveLength(2);
    for (const each of told) {
      expect(Object.keys(each).sort()).toEqual(['address', 'agent', 'created_at', 'current', 'id', 'seen_at']);
      expect(each.created_at).toBeGreaterThanOrEqual(before);
      expect(each.address).toBe('127.0.0.1');
    }
    expect(told.filter(({ current }) => current)).toHaveLength(1);
    expect((await list(phone)).find(({ current }) => current)?.agent).toBe('A phone');
    for (const { cookie } of [person, phone]) expect(JSON.stringify(told)).not.toContain(cookie?.split('=')[1]);
  });

  it('end one by one, which is 401 on every process at the next call', async () => {
    const person = await world.person('ender');
    const thief = await world.client().signIn('ender', PASSWORD);
    const thiefElsewhere = elsewhere(thief);
    expect([await status(thief), await status(thiefElsewhere)]).toEqual([200, 200]);
    const { id = '' } = (await list(person)).find(({ current }) => !current) ?? {};
    await person.done('DELETE', `/api/user/sessions/${id}`);
    expect([await status(thiefElsewhere), await status(thief), await status(elsewhere(person))]).toEqual([
      401, 401, 200,
    ]);
    expect(await person.refused('DELETE', `/api/user/sessions/${id}`)).toMatch(/no such session/u);
    await person.refused('DELETE', '/api/user/sessions/not-an-id');
    const { id: own = '' } = (await list(person))[0] ?? {};
    await person.done('DELETE', `/api/user/sessions/${own}`);
    expect([await status(person), await status(elsewhere(person))]).toEqual([401, 401]);
  });

  it('of somebody else are out of reach, and so is anything by the id that is told', async () => {
    const [victim, thief] = [await world.person('victim'), await world.person('thief')];
    const [{ id } = { id: '' }] = await list(victim);
    expect(await thief.refused('DELETE', `/api/user/sessions/${id}`)).toMatch(/no such session/u);
    await world.root.refused('DELETE', `/api/user/sessions/${id}`);
    await thief.refused('DELETE', `/api/user/${victim.userId}/sessions`);
    const byId = Object.assign(world.client(), { cookie: `session=${id}`, userId: victim.userId });
    expect([await status(byId), await status(victim)]).toEqual([401, 200]);
  });

  it('end all but the one that asks; all where an access token asks', async () => {
    const person = await world.person('many');
    const others = [await world.client().signIn('many', PASSWORD), await world.client().signIn('many', PASSWORD)];
    expect(await person.done('DELETE', '/api/user/sessions')).toBe(2);
    expect(await Promise.all([person, ...others].map(status))).toEqual([200, 401, 401]);
    const token = await person.done<string>('GET', '/api/user/token');
    const byToken = world.client();
    byToken.userId = person.userId;
    const headers = { authorization: token };
    const told = await byToken.call('GET', '/api/user/sessions', undefined, headers);
    expect((told.json.data as ToldSession[]).map(({ current }) => current)).toEqual([false]);
    expect((await byToken.call('DELETE', '/api/user/sessions', undefined, headers)).json.data).toBe(1);
    expect(await status(person)).toBe(401);
  });

  it('are no more than a hundred', async () => {
    const person = await world.person('hundred');
    const others: ConsoleClient[] = [person];
    while (others.length < 102) others.push(await world.client().signIn('hundred', PASSWORD));
    const last = await world.client().signIn('hundred', PASSWORD);
    expect((await list(last)).filter(({ current }) => current)).toHaveLength(1);
    expect(await list(last)).toHaveLength(100);
    const statuses = await Promise.all(others.map(status));
    expect(statuses.filter((each) => each === 401)).toHaveLength(3);
  }, 60_000);
});

it('an access token ends on every process, and a second time is nothing', async () => {
  const person = await world.person('tokened');
  expect(await person.done('GET', '/api/user/self')).toMatchObject({ has_access_token: false });
  const token = await person.done<string>('GET', '/api/user/token');
  expect(await person.done('GET', '/api/user/self')).toMatchObject({ has_access_token: true });
  const byToken = (client: ConsoleClient) => client.call('GET', '/api/user/self', undefined, { authorization: token });
  const here = Object.assign(world.client(), { userId: person.userId });
  const there = elsewhere(here);
  expect([(await byToken(here)).status, (await byToken(there)).status]).toEqual([200, 200]);
  await person.done('DELETE', '/api/user/token');
  expect([(await byToken(here)).status, (await byToken(there)).status]).toEqual([401, 401]);
  await person.done('DELETE', '/api/user/token');
  expect(await person.done('GET', '/api/user/self')).toMatchObject({ has_access_token: false });
});

describe('the sessions of a person', () => {
  it('are ended by administrators who rank above him, with a record, for the relay too', async () => {
    const person = await world.person('ended');
    const clerk = await world.person('boss');
    await world.root.done('POST', '/api/user/manage', { id: clerk.userId, action: 'promote' });
    const users = createSessionUsers(world.db, () => Date.now());
    const secret = person.cookie?.split('=')[1] ?? '';
    expect(await users.ofSession(secret)).toMatchObject({ username: 'ended' });
    expect(await clerk.done('DELETE', `/api/user/${person.userId}/sessions`)).toBe(1);
    expect([await status(person), await status(elsewhere(person))]).toEqual([401, 401]);
    expect(await users.ofSession(secret)).toBeUndefined();
    expect(await clerk.done('DELETE', `/api/user/${person.userId}/sessions`)).toBe(0);
    await clerk.refused('DELETE', `/api/user/${clerk.userId}/sessions`);
    await clerk.refused('DELETE', '/api/user/1/sessions');
    await clerk.refused('DELETE', '/api/user/987654/sessions');
    const { rows } = await world.db.query<{ record: { action: string; target: string; before: object } }>(
      `select record from directory.audit_outbox where record->>'action' = 'user.end_sessions'`,
    );
    expect(rows.map(({ record }) => record)).toMatchObject([
      { actorId: clerk.userId, target: `user-${person.userId}`, before: { sessions: 1 }, after: { sessions: 0 } },
    ]);
  });

  it('of a closed account are gone, and those of a banned one are told that he is', async () => {
    const [closed, banned] = [await world.person('closed'), await world.person('banned')];
    await world.root.done('DELETE', `/api/user/${closed.userId}`);
    await world.root.refused('DELETE', `/api/user/${closed.userId}/sessions`);
    expect(await status(elsewhere(closed))).toBe(401);
    await world.root.done('POST', '/api/user/manage', { id: banned.userId, action: 'disable' });
    await banned.refused('GET', '/api/user/sessions');
    expect(await world.root.done('DELETE', `/api/user/${banned.userId}/sessions`)).toBe(1);
    expect(await status(banned)).toBe(401);
  });
});
