import { z } from 'zod';
import { withList, type WrittenEntry } from './list.ts';
import { environmentSchema, SECRETS } from '../../src/server/config/environment-schema.ts';

/** The document with the list of environment variables as the schema has it now. Throws where it has no place for it. */
export const withVariablesList = (document: string): string =>
  withList(document, { name: 'variables', entries: entries() });

function entries(): readonly WrittenEntry[] {
  const { properties = {} } = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' });
  const secrets: ReadonlySet<string> = new Set(SECRETS);
  // The schema tells a default as it is given only where it is still text.
  const defaults: Readonly<Record<string, unknown>> = environmentSchema.parse({});
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean' || property.description === undefined)
      throw new Error(`${name} has no description`);
    const file = secrets.has(name) ? ` (also \`${name}_FILE\`)` : '';
    return {
      term: `\`${name}\``,
      aside: shown(property.default ?? defaults[name]),
      meaning: `${property.description}${file}`,
    };
  });
}

const shown = (value: unknown): string => (value === undefined ? '' : [value].flat().join(','));
