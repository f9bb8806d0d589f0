/** What was given is no export, bundle, receipt, key or checkpoint, or cannot be read; the message says it in a sentence. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
