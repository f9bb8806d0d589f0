import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Channel } from '../contract/channel.ts';
import type { Token } from '../contract/token.ts';
import type { User } from '../contract/user.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
let person: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld();
  person = await world.person('limited');
});
afterAll(() => world.close());

const NONE = { rpm: 0, tpm: 0, parallel: 0 };
const user = (): Promise<User> => world.root.done('GET', `/api/user/${person.userId}`);
const token = async (): Promise<Token> => {
  const [first] = await person.done<Token[]>('GET', '/api/token/?p=0&size=10');
  if (first === undefined) throw new Error('no token');
  return first;
};
const channel = async (): Promise<Channel> => {
  const [first] = await world.root.done<Channel[]>(
    'GET',
    '/api/channel/?p=0&page_size=10&id_sort=false&tag_mode=false',
  );
  if (first === undefined) throw new Error('no channel');
  return first;
};

describe('limits of calls', () => {
  it('of a user are none, set, kept by an edit that says nothing of them, and taken away', async () => {
    const edit = (fields: object) => world.root.done('PUT', '/api/user/', { id: person.userId, ...fields });
    expect((await user()).limits).toEqual(NONE);
    await edit({ limits: { rpm: 60, parallel: 5 } });
    await edit({ display_name: 'Somebody' });
    expect((await user()).limits).toEqual({ rpm: 60, tpm: 0, parallel: 5 });
    expect((await person.done<User>('GET', '/api/user/self')).limits).toMatchObject({ rpm: 60 });
    await edit({ limits: { rpm: 0, tpm: null } });
    expect((await user()).limits).toEqual(NONE);
  });

  it('of a token are its owner’s to set, and reach the relays', async () => {
    await person.done('POST', '/api/token/', { name: 'own', remain_quota: 1, limits: { tpm: 1_000 } });
    const made = await token();
    expect(made.limits).toEqual({ rpm: 0, tpm: 1_000, parallel: 0 });
    await person.done('PUT', '/api/token/', { id: made.id, limits: { rpm: 3 } });
    expect(await world.view.token(made.key)).toMatchObject({ limits: { rpm: 3 } });
    await person.done('PUT', '/api/token/', { id: made.id, name: 'other' });
    expect((await token()).limits).toEqual({ rpm: 3, tpm: 0, parallel: 0 });
  });

  it('of a channel are the administrator’s', async () => {
    const base = { type: 1, name: 'one', key: 'k', base_url: 'http://127.0.0.1:9', models: 'gpt-4o', group: 'default' };
    await world.root.done('POST', '/api/channel/', { ...base, limits: { parallel: 2 } });
    const made = await channel();
    expect(made.limits).toEqual({ rpm: 0, tpm: 0, parallel: 2 });
    await world.root.done('PUT', '/api/channel/', { id: made.id, limits: { rpm: 9 } });
    expect(await world.view.channel(made.id)).toMatchObject({ limits: { rpm: 9 } });
  });

  it.each([
    [{ rpm: -1 }, 'limits.rpm'],
    [{ tpm: 1.5 }, 'limits.tpm'],
    [{ parallel: 1_000_001 }, 'limits.parallel'],
    [{ rpd: 1 }, 'limits'],
    ['60', 'limits'],
  ])('that are none (%j) are refused by the name of the field', async (limits, field) => {
    expect(await world.root.refused('PUT', '/api/user/', { id: person.userId, limits })).toContain(field);
    expect((await user()).limits).toEqual(NONE);
  });

  it('of models and groups are an option, whose wrong entry is named', async () => {
    const save = (value: unknown) => ({ key: 'ModelLimits', value: JSON.stringify(value) });
    await world.root.done('PUT', '/api/option/', save({ 'gpt-4o': { rpm: 5 } }));
    expect(world.view.options.ModelLimits['gpt-4o']).toEqual({ rpm: 5 });
    expect(world.view.options.ModelLimits['constructor']).toBeUndefined();
    expect(await world.root.refused('PUT', '/api/option/', save({ 'gpt-4o': { rpm: 'x' } }))).toContain('gpt-4o');
  });
});
