/** A channel whose fields (base URL, key, setting) cannot be used. The message names the field and never its value, since callers see it. */
export class BadChannel extends Error {
  override readonly name = 'BadChannel';
}
