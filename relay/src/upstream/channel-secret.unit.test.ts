import { describe, expect, it } from '@jest/globals';
import { alsoMask, maskOf } from './channel-secret.ts';

const KEY = 'sk-proj-Zx81kQmT5vWnR2yLbC7d';
const masked = maskOf(KEY);

describe('a text about a channel', () => {
  it.each([
    [`Incorrect API key provided: ${KEY}.`, 'Incorrect API key provided: sk-proj-***.'],
    ['key Zx81kQmT5vWn is wrong', 'key *** is wrong'],
    ['ends in nR2yLbC7d', 'ends in nR2yLbC7d'],
    ['both Zx81kQmT5vWn and R2yLbC7d', 'both *** and R2yLbC7d'],
    [`${KEY} ${KEY}`, 'sk-proj-*** sk-proj-***'],
    ['keys begin with sk-proj- here', 'keys begin with sk-proj- here'],
    ['', ''],
  ])('%j reads %j', (text, shown) => {
    expect(masked(text)).toBe(shown);
  });

  it('shows no part of 12 characters, however it is cut', () => {
    const secret = KEY.slice('sk-proj-'.length);
    for (let from = 0; from + 12 <= secret.length; from += 1)
      for (let to = from + 12; to <= secret.length; to += 1)
        expect(masked(`[${secret.slice(from, to)}]`)).toBe('[***]');
  });

  it('shows no line of a private key, and the rest of a service account', () => {
    const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw', 'ggSjAgEAAoIBAQC7VJTUt9Us8cKj'];
    const key = JSON.stringify({
      project_id: 'a-project-of-ours',
      private_key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    });
    const shown = maskOf(key)(`a-project-of-ours: bad key -----BEGIN PRIVATE KEY-----\\n${lines.join('\\n')}`);
    expect(shown).toBe('a-project-of-ours: bad key -----BEGIN PRIVATE KEY-----\\n***\\n***');
  });

  it('hides a short key as a whole, and each of several', () => {
    expect(maskOf('k-12345')('no k-12345')).toBe('no ***');
    expect(maskOf('none')('none of this is so')).toBe('none of this is so');
    expect(maskOf('k1-abcdefghijkl\nk2-mnopqrstuvwx')('x k2-mnopqrstuvwx')).toBe('x ***');
  });

  it('hides what goes up in the place of a key as it hides the key: of many the newest', () => {
    const key = 'own-key-of-a-channel';
    expect(maskOf(key)('ya29.first-token')).toBe('ya29.first-token');
    for (const token of ['ya29.first-token', 'ya29.second-token', 'ya29.third-token', 'ya29.third-token'])
      alsoMask(key, token);
    expect(maskOf(key)('ya29.first-token, 29.third-tok and own-key-of-a-channel')).toBe('***, *** and ***');
    for (const token of ['ya29.fourth-token', 'ya29.fifth-token']) alsoMask(key, token);
    expect(maskOf(key)('ya29.second-token, ya29.fifth-token')).toBe('***, ***');
    expect(maskOf(key)('29.first-')).toBe('29.first-');
  });
});
