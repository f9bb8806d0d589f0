import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Password hashes in the standard `$argon2id$` text, computed off the event loop. */
export const passwords = {
  hash: (password: string): Promise<string> => hash(password, COST),

  /** False for a wrong password and for a hash that cannot be read. */
  verify: (stored: string, password: string): Promise<boolean> => verify(stored, password).catch(() => false),
};
