import { createHash } from 'node:crypto';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { z } from 'zod';
import { BackupRefused } from './backup-refused.ts';

/**
 * Of what a backup consists of. A later one is refused by an earlier release. 2: as 3, without `signingKey`. 1: as 2, without `masterKeys`, since secrets
 * stood in clear.
 */
const FORMAT_VERSION = 3;

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/u);
const file = z.strictObject({ name: z.string().regex(/^[a-z.]+$/u), bytes: count, sha256 });

const manifestSchema = z.strictObject({
  format: z.literal('ledgate-backup'),
  version: z.int().min(1).max(FORMAT_VERSION),
  /** Of the product that wrote it. */
  release: z.string(),
  /** ISO 8601, UTC: the moment that ledger and directory show. */
  takenAt: z.iso.datetime(),
  ledger: z.strictObject({
    file,
    events: count,
    streams: count,
    /** LedgerSummary.digest. */
    digest: sha256,
    /** LedgerSummary.chart: quota units as decimal digits, by account. */
    trialBalance: z.record(z.string(), z.string().regex(/^-?\d+$/u)),
    /** That its last seal is signed with, or the first one will be; absent where there is none yet. Never the key itself. */
    signingKey: z.strictObject({ origin: z.string(), id: z.string() }).optional(),
  }),
  directory: z.strictObject({
    file,
    /** That had made the directory what it was. */
    migrations: z.array(z.string()),
    /** Ids of the master keys that its secrets are encrypted under. */
    masterKeys: z.array(z.string()).optional(),
  }),
  /** Over the canonical JSON (RFC 8785) of everything else in here. */
  sha256,
});

export type Manifest = z.infer<typeof manifestSchema>;
/** A file of a backup: what it must be. */
export type BackupFile = z.infer<typeof file>;

export function sealedManifest(content: Omit<Manifest, 'format' | 'version' | 'sha256'>): Manifest {
  const whole = { format: 'ledgate-backup' as const, version: FORMAT_VERSION, ...content } as const;
  return { ...whole, sha256: digestOf(whole) };
}

/** Throws BackupRefused for text that is no manifest, of another format, or changed. */
export function readManifest(text: string): Manifest {
  const parsed = manifestSchema.safeParse(jsonIn(text));
  if (!parsed.success) throw new BackupRefused(refusalOf(jsonIn(text), parsed.error));
  const { sha256: seal, ...content } = parsed.data;
  if (digestOf(content) !== seal) throw new BackupRefused('backup.json was changed since the backup was taken');
  return parsed.data;
}

const digestOf = (content: object): string => createHash('sha256').update(canonicalJson(content)).digest('hex');

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupRefused('backup.json is no JSON: it was changed or cut off');
  }
}

function refusalOf(found: unknown, error: z.ZodError): string {
  const later = z.object({ format: z.literal('ledgate-backup'), version: z.int().gt(FORMAT_VERSION) }).safeParse(found);
  if (later.success)
    return `the backup has format ${later.data.version}, and this release knows ${FORMAT_VERSION}; restore it with the release that took it`;
  const [issue] = error.issues;
  return `backup.json is not a backup's: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}
