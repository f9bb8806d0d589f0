import { readFileSync } from 'node:fs';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { refuseSenseless } from './combination.ts';
import { type Environment, environmentSchema, SECRETS } from './environment-schema.ts';
import { refuseUnknown } from './unknown-variables.ts';

export type { Environment } from './environment-schema.ts';

/**
 * Reads and checks the environment; an empty variable counts as not set. Throws StartRefused naming the variable that is wrong, unknown, or senseless
 * beside the others.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  refuseUnknown(variables);
  const given = givenIn(variables);
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartRefused(
      `The environment variable ${String(issue?.path[0])} is wrong: ${issue?.message ?? 'unreadable'}.`,
    );
  }
  refuseSenseless(parsed.data, new Set(given.keys()));
  return parsed.data;
}

function givenIn(variables: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = variables[name];
    if (value !== undefined && value !== '') given.set(name, value);
  }
  for (const name of SECRETS) {
    const path = variables[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (given.has(name)) throw new StartRefused(`${name} and ${name}_FILE are both set: unset one of them.`);
    given.set(name, secretFrom(name, path));
  }
  return given;
}

function secretFrom(name: string, path: string): string {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret !== '') return secret;
  } catch (error) {
    throw new StartRefused(
      `${name}_FILE names ${path}, which cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new StartRefused(`${name}_FILE names ${path}, which is empty.`);
}
