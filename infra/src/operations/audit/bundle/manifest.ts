import { z } from 'zod';
import { canonicalOf, jsonIn } from '../json.ts';
import type { Faults } from '../faults.ts';
import { TOLD_CHARACTERS_MAX } from '../limits.ts';

/** Files that the manifest has the hashes of, in the order in which they stand behind the first three. */
export const DESCRIBED = [
  'charges.csv',
  'credits.csv',
  'journal.csv',
  'statements.csv',
  'trial_balance.csv',
  'journal.hledger',
  'events.jsonl',
] as const;
/** All files of a bundle in their order (docs/exports.md#audit). */
export const BUNDLED = ['manifest.json', 'manifest.note', 'checkpoint', ...DESCRIBED] as const;

export const MANIFEST_VERSION = 1;

const count = z.number().int().min(0);
const units = z.number().int();

const manifestSchema = z.strictObject({
  ledgate: z.literal('close'),
  version: z.literal(MANIFEST_VERSION),
  origin: z.string().max(TOLD_CHARACTERS_MAX),
  id: count,
  revision: count,
  start: units,
  end: units,
  zone: z.string(),
  first_index: count,
  size: count,
  root: z.string(),
  previous: z.strictObject({ manifest_sha256: z.string(), size: count }).nullable(),
  late: z.array(count),
  totals: z.strictObject({
    events: count,
    charges: count,
    charge_units: units,
    credit_units: units,
    accounts: z.array(
      z.strictObject({
        account: z.string(),
        opening_units: units,
        debit_units: units,
        credit_units: units,
        closing_units: units,
      }),
    ),
  }),
  files: z.array(z.strictObject({ name: z.string(), bytes: count, sha256: z.string(), rows: count })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Which version of them it says it is; undefined where it says none. */
export const versionIn = (text: string): number | undefined => versionSchema.safeParse(jsonIn(text)).data?.version;

const versionSchema = z.object({ ledgate: z.literal('close'), version: z.number() });

/** What a manifest says; undefined where it says nothing that could be compared. Tells what is wrong with itself. */
export function manifestIn(text: string, faults: Faults): Manifest | undefined {
  const said = jsonIn(text);
  const parsed = manifestSchema.safeParse(said);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const seen = said === undefined ? 'no JSON' : `${issue?.path.join('.')}: ${issue?.message}`;
    faults.add({ kind: 'manifest', file: 'manifest.json', expected: 'a manifest of a closed period', seen });
    return undefined;
  }
  const tell = (expected: string, seen: string) =>
    faults.add({ kind: 'manifest', file: 'manifest.json', expected, seen });
  if (`${canonicalOf(said)}\n` !== text) tell('canonical JSON and the end of a line', 'another text');
  const { files, totals, first_index: first, size } = parsed.data;
  const names = files.map(({ name }) => name).join(', ');
  if (names !== DESCRIBED.join(', ')) tell(DESCRIBED.join(', '), names);
  if (totals.events !== size - first) tell(`${size - first} events`, `${totals.events} events`);
  return parsed.data;
}
