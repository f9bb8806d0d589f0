import { type Environment, environmentSchema, SECRETS } from './environment-schema.ts';

/** The environment as text again, for a process of its own: `readEnvironment` of it is the same environment. What has its default is left out. */
export function variablesOf(environment: Environment): Readonly<Record<string, string>> {
  const defaults: Readonly<Record<string, unknown>> = environmentSchema.parse({});
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = [value].flat().join(',');
      return text === [defaults[name] ?? []].flat().join(',') ? [] : [[name, text]];
    }),
  );
}

const SECRET_NAMES: ReadonlySet<string> = new Set(SECRETS.flatMap((name) => [name, `${name}_FILE`]));

/** What a process inherits that gets what it needs of secrets by itself: by its environment whoever sees the process could read them. */
export const withoutSecrets = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !SECRET_NAMES.has(name)));
