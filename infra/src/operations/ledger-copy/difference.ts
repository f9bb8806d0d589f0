import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { canonicalEvent } from './event-digest.ts';
import { type MovableEvent, nameOf } from './ledger.ts';
import { SHOWN_CHARACTERS_MAX } from './limits.ts';

/** Two ledgers that should agree do not. */
export class LedgersDiffer extends Error {
  override readonly name = 'LedgersDiffer';
}

const FIELDS = ['stream', 'revision', 'type', 'id', 'recordedAt', 'metadata', 'data', 'text'] as const;

/** Names the first field in which two events at the same place of two ledgers differ; undefined where they do not. */
export function differenceBetween(expected: MovableEvent, found: MovableEvent): string | undefined {
  if (isPlainlySame(expected, found)) return undefined;
  const [one, other] = [fieldsOf(expected), fieldsOf(found)];
  const field = FIELDS.find((name) => shown(one[name]) !== shown(other[name]));
  if (field === undefined) return undefined;
  if (field === 'stream' || field === 'revision')
    return `where ${nameOf(expected)} should stand, ${nameOf(found)} stands`;
  return `${nameOf(expected)}: ${field} should be ${shortened(shown(one[field]))} and is ${shortened(shown(other[field]))}`;
}

function fieldsOf(event: MovableEvent): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(canonicalEvent(event)) as Record<string, unknown>;
  } catch {
    const { id, stream, revision, type, data } = event;
    return { id, stream, revision, type, text: data };
  }
}

/** Most events are, and need not be parsed. */
const isPlainlySame = (one: MovableEvent, other: MovableEvent): boolean =>
  one.id === other.id &&
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.type === other.type &&
  one.data === other.data &&
  one.recordedAt === other.recordedAt &&
  JSON.stringify({ ...one.metadata, recordedAt: '' }) === JSON.stringify({ ...other.metadata, recordedAt: '' });

const shown = (value: unknown): string => (value === undefined ? 'nothing' : canonicalJson(value));
const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}...` : text;
