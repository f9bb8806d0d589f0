import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { FORMAT_TIMEOUT_MS } from '../../adapters/feed/kafka/limits.ts';
import { fromArchive } from './class-archive.ts';
import { newClusterId } from './cluster-id.ts';
import { brokerFolder, storageFolder } from './folder.ts';
import { JVM_OPTIONS, type Ports, settingsOf } from './settings.ts';

/** Somebody who may sign in by SCRAM. Neither text has a comma or a bracket. */
export type ScramUser = {
  readonly mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly name: string;
  readonly password: string;
};

/** The broker's storage, made on the first start, with its users. A start that broke off leaves nothing that looks complete. Throws StartRefused. */
export async function ensureFormatted(
  dataDir: string,
  jars: string,
  ports: Ports,
  users: readonly ScramUser[] = [],
): Promise<void> {
  const storage = storageFolder(dataDir);
  if (existsSync(storage)) return;
  const draft = `${storage}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const settings = join(brokerFolder(dataDir), 'format.properties');
  writeFileSync(settings, settingsOf(ports, draft));
  try {
    const scram = users.flatMap(({ mechanism, name, password }) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]);
    const command = [
      ...JVM_OPTIONS,
      ...fromArchive(jars),
      '-cp',
      join(jars, '*'),
      'kafka.tools.StorageTool',
      'format',
      '-t',
      newClusterId(),
      '-c',
      settings,
      ...scram,
    ];
    await promisify(execFile)('java', command, { timeout: FORMAT_TIMEOUT_MS });
    renameSync(draft, storage);
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split('\n')
      .at(-1);
    throw new StartRefused(`Kafka could not make its storage in ${storage}: ${output}`, { cause: error });
  } finally {
    rmSync(settings, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
