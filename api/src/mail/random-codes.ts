import { randomBytes, randomInt } from 'node:crypto';

/** Without those that are taken for one another: I, O, l, 0, 1. */
const CAPITALS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CLEAR = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const CODE_CHARACTERS = 6;
const PASSWORD_CHARACTERS = 12;
const TOKEN_BYTES = 16;

const randomOf = (alphabet: string, characters: number): string =>
  Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');

/** What is mailed to prove an address: 6 capitals and digits, one digit at least, so that nobody takes it for a word. */
export function newMailCode(): string {
  for (;;) {
    const code = randomOf(CAPITALS_AND_DIGITS, CODE_CHARACTERS);
    if (/\d/.test(code)) return code;
  }
}

/** As it was mailed, however somebody typed it. */
export const typedMailCode = (typed: string): string => typed.trim().toUpperCase();

/** 12 letters and digits, about 70 bits. */
export const newPassword = (): string => randomOf(CLEAR, PASSWORD_CHARACTERS);
/** Of a link: 32 hexadecimal digits, 128 bits. */
export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');
