import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { JARS_TIMEOUT_MS } from '../../adapters/feed/kafka/limits.ts';

const POM = join('infra', 'local', 'kafka', 'pom.xml');

/** Why there can be no local Kafka on this machine; undefined where there can. */
export function whyNoLocalKafka(): string | undefined {
  if (onPath('java') === undefined) return 'there is no `java` (17 or later) on the PATH';
  const root = findRoot();
  if (root === undefined) return `${POM} is not beside the program`;
  if (!existsSync(jarsFolder(root)) && onPath('mvn') === undefined)
    return "the broker's jars are not there, and no `mvn` is on the PATH to fetch them";
  return undefined;
}

/** Folder of the broker's jars, fetched once a version from Maven Central; needs no network after that. Throws StartRefused. */
export async function ensureJars(log: (line: string) => void): Promise<string> {
  const reason = whyNoLocalKafka();
  const root = findRoot();
  if (reason !== undefined || root === undefined) throw new StartRefused(`Kafka cannot be started here: ${reason}`);
  const folder = jarsFolder(root);
  if (existsSync(folder)) return folder;
  log('Kafka is fetched from Maven Central (45 MB, once)');
  const draft = `${folder}.new-${process.pid}`;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    await promisify(execFile)(
      'mvn',
      [
        '-q',
        '-B',
        '-f',
        join(root, POM),
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        `-DoutputDirectory=${draft}`,
      ],
      { timeout: JARS_TIMEOUT_MS },
    );
    publish(draft, folder);
  } catch (error) {
    const { stdout = '', message = '' } = error as { stdout?: string; message?: string };
    throw new StartRefused(`Kafka's jars could not be fetched: ${(stdout.trim() || message).split('\n')[0]}`, {
      cause: error,
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Another process may have fetched the same meanwhile. */
function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function jarsFolder(root: string): string {
  const pom = readFileSync(join(root, POM), 'utf8');
  const version = /<kafka\.version>([\w.-]+)<\/kafka\.version>/.exec(pom)?.[1];
  if (version === undefined) throw new StartRefused(`${POM} names no kafka.version`);
  return join(root, '.cache', 'kafka', version);
}

function findRoot(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, POM))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
