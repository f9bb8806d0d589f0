/** The program cannot start, and its operator can do something about it: one line that names the path and the remedy. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
