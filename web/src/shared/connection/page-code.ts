import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { type Connection, connection as theConnection } from './connection.ts';
import { type Release, release as theRelease } from './release.ts';

/** The server answers and does not have the code: another release has come since the page was loaded. */
export class CodeGone extends Error {}

type Place = {
  readonly connection: Pick<Connection, 'check' | 'back'>;
  readonly release: Pick<Release, 'incomplete'>;
};

/**
 * Loads code that comes on demand. While the connection is lost it waits, and tries once more when it is back; browsers ask again for what they could not
 * load, and where one does not, it counts as gone. Rejects with {@link CodeGone} where the server has it no more.
 */
export async function loadedCode<Code>(
  load: () => Promise<Code>,
  { connection, release }: Place = { connection: theConnection, release: theRelease },
): Promise<Code> {
  for (let wasAnswered = false; ;) {
    try {
      return await load();
    } catch (cause) {
      const isAnswered = await connection.check();
      // What failed by the network alone may come now.
      if (isAnswered && wasAnswered) {
        release.incomplete();
        throw new CodeGone('code of this page is gone', { cause });
      }
      wasAnswered = isAnswered;
      if (!isAnswered) await connection.back();
    }
  }
}

/** A part of the page that comes on demand. One that is gone stays away: it would take the page along, and what is typed there. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadedCode(load).catch(() => new Promise<never>(() => undefined)) }));
