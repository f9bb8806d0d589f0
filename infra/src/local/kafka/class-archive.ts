import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FORMAT_TIMEOUT_MS } from '../../adapters/feed/kafka/limits.ts';
import { JVM_OPTIONS } from './settings.ts';

/**
 * The broker's classes as the JVM has loaded and checked them (JEP 350), beside its jars: with them it starts in half the CPU time. A JVM that they are not
 * for, of another version or with other jars, leaves them aside by itself.
 */
export const archiveOf = (jars: string): string => `${jars}.jsa`;

/** JVM options that read the archive where it is. */
export function fromArchive(jars: string): readonly string[] {
  const file = archiveOf(jars);
  return existsSync(file) ? [`-XX:SharedArchiveFile=${file}`] : [];
}

/** JVM options that write `draft` when the JVM ends in order. */
export const toArchive = (draft: string): readonly string[] => [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:cds*=off'];

/** Whether the JVM finds its own checksums right: one that was killed while it wrote leaves half an archive, over which another may even crash. */
export async function isWholeArchive(file: string, jars: string): Promise<boolean> {
  const command = [
    ...JVM_OPTIONS,
    '-Xshare:on',
    '-XX:+VerifySharedSpaces',
    '-XX:ErrorFile=/dev/null',
    `-XX:SharedArchiveFile=${file}`,
    '-cp',
    join(jars, '*'),
    '-version',
  ];
  return promisify(execFile)('java', command, { timeout: FORMAT_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

/** Makes `draft` the archive of `jars` if it is whole; removes it otherwise. */
export async function publishArchive(draft: string, jars: string): Promise<boolean> {
  const whole = await isWholeArchive(draft, jars);
  if (whole) renameSync(draft, archiveOf(jars));
  else rmSync(draft, { force: true });
  return whole;
}
