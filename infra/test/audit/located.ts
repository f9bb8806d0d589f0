import { verifierIn } from '@ledgate/projections/seals/signed-note';
import { auditFile } from '../../src/operations/audit/audit-file.ts';
import { bytesOf } from '../../src/operations/audit/bytes.ts';
import type { Fault, FaultKind } from '../../src/operations/audit/faults.ts';
import type { GivenKey } from '../../src/operations/audit/keys.ts';
import type { Report } from '../../src/operations/audit/report.ts';

/** What an audit says of a file in memory. */
export const audited = (
  file: string | Uint8Array,
  keys: readonly (string | GivenKey)[],
  checkpoints: readonly string[] = [],
): Report =>
  auditFile('a-file', bytesOf(typeof file === 'string' ? Buffer.from(file) : file), {
    keys: keys.flatMap((key) => (typeof key === 'string' ? (verifierIn(key) ?? []) : key)),
    checkpoints,
  });

/** What must be found: one of some kinds, at an index or around it, or in a file of a bundle. */
export type Wanted = { readonly kinds: readonly FaultKind[]; readonly index?: number; readonly file?: string };

const isAt = ({ place }: Fault, index: number): boolean =>
  place !== undefined &&
  ('index' in place ? Math.abs(place.index - index) <= 1 : place.from <= index && index < place.before);

export const isFound = ({ faults }: Report, { kinds, index, file }: Wanted): boolean =>
  faults.listed.some(
    (fault) =>
      kinds.includes(fault.kind) &&
      (index === undefined || isAt(fault, index)) &&
      (file === undefined || fault.file === file),
  );
