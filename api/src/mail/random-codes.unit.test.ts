import { describe, expect, it } from '@jest/globals';
import { newMailCode, newPassword, newResetToken, typedMailCode } from './random-codes.ts';

const many = (make: () => string): readonly string[] => Array.from({ length: 300 }, make);

describe('what is made at random', () => {
  it('is a code of 6 capitals and digits, one digit at least', () => {
    for (const code of many(newMailCode)) expect(code).toMatch(/^(?=.*\d)[A-HJ-NP-Z2-9]{6}$/);
  });

  it('is a password of 12 letters and digits that are not taken for one another', () => {
    for (const password of many(newPassword)) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/);
  });

  it('is a token of 128 bits', () => {
    const tokens = many(newResetToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });
});

it('a code is taken however it is typed', () => expect(typedMailCode(' ab3dEf ')).toBe('AB3DEF'));
