import type { Position } from '@ledgate/domain/ports/event-store';
import { FINDING_SCOPES } from '@ledgate/domain/catalogue/finding-scopes';
import { z } from 'zod';
import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { Notifications } from '../notifications.ts';
import { NOTIFY } from '../../shared/sql.ts';
import { type Finding, findingText, scopeOf } from '../../verify/finding.ts';

/** What the last verification of the books has found, whichever process made it. */
export type StoredVerification = {
  readonly atMs: number;
  readonly ok: boolean;
  /** Of the ledger, up to which all was compared. */
  readonly position: Position;
  readonly differences: readonly string[];
  /** The same member by member; none where a process of the release before has made it. */
  readonly findings: readonly StoredFinding[];
};

const storedFinding = z.object({
  scope: z.enum(FINDING_SCOPES),
  subject: z.string(),
  field: z.string(),
  expected: z.string(),
  seen: z.string(),
  /** Digits. */
  amount: z.string().nullable(),
  inLedger: z.boolean(),
  userId: z.number().optional(),
  tokenId: z.number().optional(),
  channelId: z.number().optional(),
  codeId: z.number().optional(),
  requestId: z.string().optional(),
  position: z.number().optional(),
  account: z.string().optional(),
});
type StoredFinding = z.infer<typeof storedFinding>;

/** `atMs`: of the look that they are of. */
const storedFindings = z.object({ atMs: z.number(), findings: z.array(storedFinding) }).nullable();

/** NOTIFY channel: the books were verified. */
const VERIFIED = 'ledgate_verified';
/** Differences that are kept; the others are in the log of who found them. */
const DIFFERENCES_KEPT_MAX = 100;

const textsSchema = z.array(z.string());

/** Texts are kept in full: a row as JSON is short. What no text bounds is an error's message. */
const TEXT_CHARACTERS_MAX = 2_000;

const kept = (finding: Finding): StoredFinding => ({
  scope: scopeOf(finding),
  subject: finding.subject,
  field: finding.field,
  expected: finding.expected.slice(0, TEXT_CHARACTERS_MAX),
  seen: finding.seen.slice(0, TEXT_CHARACTERS_MAX),
  amount: finding.amount,
  inLedger: finding.inLedger,
  ...finding.place,
});

/** What was found in a look that began at `atMs` and compared up to `position`. */
export async function saveVerification(
  db: Database,
  {
    atMs,
    position,
    findings,
  }: Pick<StoredVerification, 'atMs' | 'position'> & { readonly findings: readonly Finding[] },
): Promise<void> {
  const first = findings.slice(0, DIFFERENCES_KEPT_MAX);
  const found = {
    at_ms: atMs,
    ok: findings.length === 0,
    position,
    differences: JSON.stringify(first.map(findingText)),
    findings: JSON.stringify({ atMs, findings: first.map(kept) }),
  };
  await execute(
    db,
    query('directory.verifications')
      .insert({ single: true, ...found })
      .onConflict('single')
      .merge(),
  );
  await execute(db, query.raw(NOTIFY, [VERIFIED, '']));
}

export async function lastVerification(db: Database): Promise<StoredVerification | undefined> {
  const found = await maybeRow<
    Pick<StoredVerification, 'atMs' | 'ok' | 'position'> & { readonly differences: unknown; readonly findings: unknown }
  >(db, query('directory.verifications').select({ atMs: 'at_ms' }, 'ok', 'position', 'differences', 'findings'));
  if (found === undefined) return undefined;
  const { success, data } = storedFindings.safeParse(found.findings);
  return {
    ...found,
    differences: textsSchema.parse(found.differences),
    findings: success && data?.atMs === found.atMs ? data.findings : [],
  };
}

/** The last verification, kept up to date by notifications. `onError`: it could not be read; the next one is. */
export function watchVerification({
  pool,
  notifications,
  onError,
}: {
  readonly pool: Database;
  readonly notifications: Notifications;
  readonly onError: (error: unknown) => void;
}): { readonly last: () => StoredVerification | undefined; readonly stop: () => void } {
  let last: StoredVerification | undefined;
  const read = (): void =>
    void lastVerification(pool)
      .then((found) => {
        last = found;
      })
      .catch(onError);
  const ends = [notifications.listen(VERIFIED, read), notifications.onConnected(read)];
  read();
  return {
    last: () => last,
    stop: () => {
      for (const end of ends) end();
    },
  };
}
