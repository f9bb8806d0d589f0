import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartRefused } from '../data-folder/start-refused.ts';

const wholeNumber = (least: number, most: number) => z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most));

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''));

const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, a network as ADDRESS/BITS, or a name that Express knows. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0) return NAMED_NETWORKS.has(text);
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** `180/180`: calls per seconds for one client address; a first number of 0 switches the limit off. */
const rateLimit = z.string().regex(/^\d+(\/\d+)?$/, 'must be CALLS or CALLS/SECONDS');

/**
 * Every environment variable that Ledgate reads (docs/operations.md). Values are text; secrets may also be given as NAME_FILE, the path of a
 * file that holds them.
 */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000).describe('TCP port of the HTTP server'),
  HOST: z.string().min(1).default('0.0.0.0').describe('address the HTTP server listens on'),
  DATA_DIR: z.string().min(1).default('./data').transform((path) => resolve(path)).describe('folder for everything that must survive'),
  ROLES: list.pipe(z.array(z.literal('all', 'must be all: one process has every role'))).default(['all']).describe('all: this process has every role'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional().describe('a given Postgres instead of the embedded one'),
  TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isNetwork, 'must be a comma list of addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal'))).default([]).describe('addresses whose X-Forwarded-For is believed'),
  GLOBAL_API_RATE_LIMIT: rateLimit.default('180/180').describe('calls per seconds and address on /api; 0 switches it off'),
  CRITICAL_RATE_LIMIT: rateLimit.default('20/1200').describe('calls per seconds and address on sign-in, registration and the like; 0 switches it off'),
  GLOBAL_WEB_RATE_LIMIT: rateLimit.default('60/180').describe('calls per seconds and address on pages and static files; 0 switches it off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info').describe('least level that is logged'),
  BODY_BYTES_MAX: wholeNumber(1_024, 1_073_741_824).default(32 * 1024 * 1024).describe('largest request body on the relay, in bytes'),
  TIME_SCALE: z.string().regex(/^\d*\.?\d+$/, 'must be a number').transform(Number).pipe(z.number().gt(0).max(10)).default(1)
    .describe('factor on heartbeats, rotations and idle times; tests run at 0.1'),
});

export type Environment = z.infer<typeof environmentSchema>;

const SECRETS = ['DATABASE_URL'] as const satisfies readonly (keyof Environment)[];

/** Reads and checks the environment. Throws StartRefused naming the variable. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = variables[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  for (const name of SECRETS) {
    const path = variables[`${name}_FILE`];
    if (path !== undefined && path !== '') given[name] = secretFrom(name, path);
  }
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartRefused(`The environment variable ${String(issue?.path[0])} is wrong: ${issue?.message ?? 'unreadable'}.`);
}

function secretFrom(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartRefused(`${name}_FILE names ${path}, which cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
