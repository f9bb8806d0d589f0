import { z } from 'zod';
import { environmentSchema, SECRETS } from './environment-schema.ts';

/** Lines between which docs/operations.md holds the table. */
const BEGIN = '<!-- variables: written by `npm run variables` -->';
const END = '<!-- end of variables -->';

const HEAD = '| variable | default | meaning |\n|---|---|---|\n';

/** The document with the table of environment variables as the schema has it now. Throws where the document has no place for it. */
export function withVariablesTable(document: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`the document has no lines ${BEGIN} and ${END}`);
  return `${document.slice(0, from)}${BEGIN}\n${HEAD}${rows().join('')}${document.slice(to)}`;
}

function rows(): readonly string[] {
  const { properties = {} } = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' });
  const secrets: ReadonlySet<string> = new Set(SECRETS);
  // The schema tells a default as it is given only where it is still text.
  const defaults: Readonly<Record<string, unknown>> = environmentSchema.parse({});
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean' || property.description === undefined) throw new Error(`${name} has no description`);
    const file = secrets.has(name) ? ` (also \`${name}_FILE\`)` : '';
    return `| \`${name}\` | ${shown(property.default ?? defaults[name])} | ${property.description}${file} |\n`;
  });
}

const shown = (value: unknown): string => (value === undefined ? '' : [value].flat().join(','));
