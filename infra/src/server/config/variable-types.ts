import { isIP } from 'node:net';
import { z } from 'zod';

// Kinds of environment variables. Each takes text and says in its message what the text must be.

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be from ${least} to ${most}`).max(most, `must be from ${least} to ${most}`));

export const factor = (most: number) =>
  z
    .string()
    .regex(/^\d*\.?\d+$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().gt(0).max(most));

/** From 0 to 1. */
export const share = z
  .string()
  .regex(/^\d*\.?\d+$/, 'must be a number from 0 to 1')
  .transform(Number)
  .pipe(z.number().max(1, 'must be a number from 0 to 1'));

/** Of a service, to which paths are added. */
export const address = z
  .url({ protocol: /^https?$/, message: 'must begin with http:// or https://' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Parts between commas; empty ones are left out. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

/** `180/180`: calls per seconds for one client address; a first number of 0 switches the limit off. */
export const rateLimit = z.string().regex(/^\d+(\/\d+)?$/, 'must be CALLS or CALLS/SECONDS');

const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, or a network as ADDRESS/BITS. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...others] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || others.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const networks = list.pipe(
  z.array(z.string().refine(isNetwork, 'must be a comma list of addresses and networks (10.0.0.0/8)')),
);

/** Also by the names that Express knows. */
export const namedNetworks = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (text) => isNetwork(text) || NAMED_NETWORKS.has(text),
        'must be a comma list of addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal',
      ),
  ),
);

/** `host:port` each. */
export const hosts = list.pipe(
  z
    .array(z.string().regex(/^[^\s:/]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/, 'must be a comma list of HOST:PORT'))
    .min(1, 'must be a comma list of HOST:PORT'),
);
