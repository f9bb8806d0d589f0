/**
 * An event whose type or schema this release does not know: a later one has written it. Whoever reads the stream stops there, for what it would go
 * on with is not what the stream says. It passes when the later release runs, or runs again.
 */
export class WrittenByLaterRelease extends Error {
  override readonly name = 'WrittenByLaterRelease';

  constructor(stream: string, revision: number, what: string) {
    super(`${stream} holds at revision ${revision} an event written by a later release: ${what}`);
  }
}

/** The end of a switch over all events: a type that is not named there does not compile, and what only a later release knows was refused by `decode`. */
export function unknownEvent(event: never): never {
  throw new Error(`an event that nobody has thought of: ${JSON.stringify(event)}`);
}
