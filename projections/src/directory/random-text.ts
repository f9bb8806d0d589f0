import { createHash, randomBytes, randomInt } from 'node:crypto';
import { TOKEN_SUFFIX_CHARACTERS } from '@ledgate/domain/catalogue/limits';

const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Evenly chosen digits and letters. */
const alphanumerics = (length: number): string =>
  Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join('');

/** 48 of them (docs/behaviour.md#tokens). */
export const newTokenKey = (): string => alphanumerics(48);
/** 32 hexadecimal digits (docs/behaviour.md#redemption-codes). */
export const newCodeKey = (): string => randomBytes(16).toString('hex');
/** 4 (docs/behaviour.md#users). */
export const newAffCode = (): string => alphanumerics(4);
/** Of a sign-in at a provider: 12 (docs/behaviour.md#outside-accounts). */
export const newOutsideState = (): string => alphanumerics(12);
/** What an order number has beside its user and time: 6 (docs/behaviour.md#top-up). */
export const newOrderSuffix = (): string => alphanumerics(6);
/** What the name of a further token has that is made with others. */
export const newTokenSuffix = (): string => alphanumerics(TOKEN_SUFFIX_CHARACTERS);
/** A system access token: 32 characters of base64 (docs/behaviour.md#users). */
export const newAccessToken = (): string => randomBytes(24).toString('base64');

/** How secrets that we must recognise and never show are kept: SHA-256, hexadecimal. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
