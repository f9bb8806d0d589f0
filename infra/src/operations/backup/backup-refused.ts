/** What was given is no whole and unchanged backup of this release, or cannot be read or written: one line for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
