import { describe, expect, it } from '@jest/globals';
import { FACTORY_PASSWORD, factoryPasswordCheck } from './factory-password.ts';

const ROOT = 100;

function checked() {
  const asked: string[] = [];
  const check = factoryPasswordCheck({
    hash: (password) => Promise.resolve(`hash of ${password}`),
    verify: (stored, password) => {
      asked.push(stored);
      return Promise.resolve(stored === `hash of ${password}`);
    },
  });
  return { check, asked };
}

describe('factoryPasswordCheck', () => {
  it('is true of root until another password is stored, and verifies each once', async () => {
    const { check, asked } = checked();
    const factory = { role: ROOT, passwordHash: `hash of ${FACTORY_PASSWORD}` };
    expect(await Promise.all([check(factory), check(factory)])).toEqual([true, true]);
    expect(await check({ role: ROOT, passwordHash: 'hash of another' })).toBe(false);
    expect(await check(factory)).toBe(true);
    expect(asked).toEqual([factory.passwordHash, 'hash of another']);
  });

  it('verifies again what could not be verified', async () => {
    let isBusy = true;
    const check = factoryPasswordCheck({
      hash: (password) => Promise.resolve(password),
      verify: () => (isBusy ? Promise.reject(new Error('busy')) : Promise.resolve(true)),
    });
    await expect(check({ role: ROOT, passwordHash: 'x' })).rejects.toThrow('busy');
    isBusy = false;
    expect(await check({ role: ROOT, passwordHash: 'x' })).toBe(true);
  });

  it('verifies nothing of anybody else', async () => {
    const { check, asked } = checked();
    expect(await check({ role: 10, passwordHash: `hash of ${FACTORY_PASSWORD}` })).toBe(false);
    expect(asked).toEqual([]);
  });

  it('forgets what was asked longest ago beyond 16', async () => {
    const { check, asked } = checked();
    for (let number = 0; number <= 16; number += 1) await check({ role: ROOT, passwordHash: String(number) });
    await check({ role: ROOT, passwordHash: '16' });
    expect(asked).toHaveLength(17);
    await check({ role: ROOT, passwordHash: '0' });
    expect(asked).toHaveLength(18);
  });
});
