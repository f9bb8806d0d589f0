import type { RecordedEvent } from '../ports/event-store.ts';
import { canonicalJson } from '../shared/canonical-json.ts';
import { objectOf, type PlainMember, plainMembers } from './plain-members.ts';

type Members = Readonly<Record<string, unknown>>;

/** An event as the tree of all events holds it (docs/exports.md#leaves). */
export type Leaf = {
  /** Canonical JSON, whose UTF-8 is the leaf. */
  readonly text: string;
  /** Canonical JSON of what the leaf has the hash of alone; null where it has all. */
  readonly private: string | null;
};

/**
 * The leaf of a stored event. Its data are as they were written, whatever later releases lift them to. Where they hold attempts, these, the channel and the
 * salt are private: the leaf has their hash, so that who pays can check a charge without learning what it cost. Throws SyntaxError for data that are no
 * JSON.
 *
 * @param digest base64 of the SHA-256 of a text's UTF-8
 */
export function leafOf(recorded: RecordedEvent, digest: (text: string) => string): Leaf {
  const { id, type, stream, revision, recordedAt } = recorded;
  const { recordedAt: _, ...metadata } = recorded.metadata;
  const told = plainData(recorded, digest) ?? parsedData(recorded, digest);
  // The names in their order: what would print them would first have to read what has just been written.
  const around = [id, metadata, recordedAt, revision, stream, type].map(canonicalJson);
  const [ofId, ofMetadata, ofTime, ofRevision, ofStream, ofType] = around;
  return {
    text:
      `{"data":${told.data},"id":${ofId},"metadata":${ofMetadata},"recordedAt":${ofTime},` +
      `"revision":${ofRevision},"stream":${ofStream},"type":${ofType}}`,
    private: told.private,
  };
}

/** Both in canonical JSON. */
type Told = { readonly data: string; readonly private: string | null };

/** From the text alone, as most events are written; undefined of others. */
function plainData({ type, data }: RecordedEvent, digest: (text: string) => string): Told | undefined {
  const members = plainMembers(data);
  if (members === undefined || members.some(({ name }) => name === 'charge')) return undefined;
  const attempts = textOf(members, 'attempts');
  if (attempts === undefined) return { data: objectOf(members), private: null };
  const channel =
    textOf(members, 'channelId') ?? (type === 'ConsumptionRecorded' ? channelOfLast(attempts) : undefined);
  const hidden =
    `{"attempts":${attempts}${channel === undefined ? '' : `,"channelId":${channel}`},` +
    `"privateSalt":${textOf(members, 'privateSalt') ?? '""'}}`;
  const shown = members.filter(({ name }) => !PRIVATE.has(name) && name !== 'private');
  const at = shown.findIndex(({ name }) => name > 'private');
  shown.splice(at < 0 ? shown.length : at, 0, { name: 'private', text: `"${digest(hidden)}"` });
  return { data: objectOf(shown), private: hidden };
}

const PRIVATE: ReadonlySet<string> = new Set(['attempts', 'channelId', 'privateSalt']);

const textOf = (members: readonly PlainMember[], wanted: string): string | undefined =>
  members.find(({ name }) => name === wanted)?.text;

function channelOfLast(attempts: string): string | undefined {
  const parsed: unknown = JSON.parse(attempts);
  const last: unknown = Array.isArray(parsed) ? parsed.at(-1) : undefined;
  return isMembers(last) && last['channelId'] !== undefined ? canonicalJson(last['channelId']) : undefined;
}

function parsedData({ type, data }: RecordedEvent, digest: (text: string) => string): Told {
  const parted = withoutPrivate(withChannel(type, JSON.parse(data)), digest);
  return { data: canonicalJson(parted.data), private: parted.private };
}

/** A charge whose channel is that of its last attempt may leave it out (docs/ledger.md#charges): what is private of it has the channel all the same. */
function withChannel(type: string, data: unknown): unknown {
  if (type !== 'ConsumptionRecorded' || !isMembers(data) || data['channelId'] !== undefined) return data;
  const last: unknown = Array.isArray(data['attempts']) ? data['attempts'].at(-1) : undefined;
  return isMembers(last) ? { ...data, channelId: last['channelId'] } : data;
}

type Parted = { readonly data: unknown; readonly private: string | null };

function withoutPrivate(data: unknown, digest: (text: string) => string): Parted {
  if (!isMembers(data)) return { data, private: null };
  if (isTried(data)) return parted(data, digest);
  const { charge } = data;
  if (!isMembers(charge) || !isTried(charge)) return { data, private: null };
  const within = parted(charge, digest);
  return { data: { ...data, charge: within.data }, private: within.private };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTried = (members: Members): boolean => Object.hasOwn(members, 'attempts');

/** Events of before had no salt: their few and small numbers can be guessed from the hash. */
function parted(members: Members, digest: (text: string) => string): Parted {
  const { attempts, channelId, privateSalt = '', ...others } = members;
  const text = canonicalJson({ attempts, ...(channelId === undefined ? {} : { channelId }), privateSalt });
  return { data: { ...others, private: digest(text) }, private: text };
}
