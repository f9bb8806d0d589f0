import type { ChildProcess } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';

/** What a JVM says for itself when SIGTERM has ended it in order: 128 + 15. */
const ENDED_BY_SIGTERM = 143;
let drafts = 0;

/**
 * The broker's classes as the JVM has loaded and checked them (JEP 350): with them it starts in half the CPU time. The first broker that ends in order
 * writes them beside the jars; a JVM that they are not for, of another version or with other jars, leaves them aside by itself.
 */
export class ClassArchive {
  readonly #file: string;

  constructor(jars: string) {
    this.#file = `${jars}.jsa`;
  }

  /** Options of a JVM that only reads it. */
  read(): readonly string[] {
    return existsSync(this.#file) ? [`-XX:SharedArchiveFile=${this.#file}`] : [];
  }

  /** Options of a broker's JVM; `watch` is to be told of its process. */
  readOrWrite(): { readonly options: readonly string[]; readonly watch: (broker: ChildProcess) => void } {
    if (existsSync(this.#file)) return { options: this.read(), watch: () => undefined };
    drafts += 1;
    const draft = `${this.#file}.new-${process.pid}-${drafts}`;
    return {
      options: [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:cds*=off'],
      watch: (broker) => void broker.once('exit', (code) => {
        if (code === ENDED_BY_SIGTERM && existsSync(draft)) renameSync(draft, this.#file);
        else rmSync(draft, { force: true });
      }),
    };
  }
}
