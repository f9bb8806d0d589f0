import { randomBytes, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Without those that are taken for one another: I, O, l, 0, 1. */
const CLEAR = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const CODE_CHARACTERS = 6;
const PASSWORD_CHARACTERS = 12;
const TOKEN_BYTES = 16;

const randomOf = (alphabet: string, characters: number): string =>
  Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');

/** What is mailed to prove an address: 6 letters and digits. */
export const newMailCode = (): string => randomOf(LETTERS_AND_DIGITS, CODE_CHARACTERS);
/** 12 letters and digits, about 70 bits. */
export const newPassword = (): string => randomOf(CLEAR, PASSWORD_CHARACTERS);
/** Of a link: 32 hexadecimal digits, 128 bits. */
export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');
