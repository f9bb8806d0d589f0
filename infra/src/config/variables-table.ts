import { z } from 'zod';
import { withTable } from '../documents/table.ts';
import { environmentSchema, SECRETS } from './environment-schema.ts';

/** The document with the table of environment variables as the schema has it now. Throws where the document has no place for it. */
export const withVariablesTable = (document: string): string =>
  withTable(document, { name: 'variables', columns: ['variable', 'default', 'meaning'], rows: rows() });

function rows(): readonly (readonly string[])[] {
  const { properties = {} } = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' });
  const secrets: ReadonlySet<string> = new Set(SECRETS);
  // The schema tells a default as it is given only where it is still text.
  const defaults: Readonly<Record<string, unknown>> = environmentSchema.parse({});
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean' || property.description === undefined)
      throw new Error(`${name} has no description`);
    const file = secrets.has(name) ? ` (also \`${name}_FILE\`)` : '';
    return [`\`${name}\``, shown(property.default ?? defaults[name]), `${property.description}${file}`];
  });
}

const shown = (value: unknown): string => (value === undefined ? '' : [value].flat().join(','));
