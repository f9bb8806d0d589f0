/** A request that the channel's provider has no way to serve, though another may. `field` is its path in the caller's body, '' for the whole. */
export class UnsupportedRequest extends Error {
  override readonly name = 'UnsupportedRequest';
  readonly field: string;

  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}
