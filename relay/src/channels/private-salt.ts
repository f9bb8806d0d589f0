import { randomFillSync } from 'node:crypto';

const SALT_BYTES = 16;
/** Made together: asking for each on its own costs more than all else that a salt takes. */
const SALTS = 512;

const salts = Buffer.alloc(SALT_BYTES * SALTS);
let next = SALTS;

/** A request's own 16 random bytes as base64url: what is proved of its attempts cannot be found by trying. */
export function privateSalt(): string {
  if (next === SALTS) {
    randomFillSync(salts);
    next = 0;
  }
  const start = next * SALT_BYTES;
  next += 1;
  return salts.toString('base64url', start, start + SALT_BYTES);
}
