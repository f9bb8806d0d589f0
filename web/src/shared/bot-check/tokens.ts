/** Tokens that the widget hands out, each good for one call. */
export type Tokens = {
  /** The next one, as soon as there is one; rejects with why there is none. */
  readonly take: () => Promise<string>;
  readonly came: (token: string) => void;
  /** Good no more, before anybody has taken it. */
  readonly expired: () => void;
  readonly failed: (why: unknown) => void;
};

type Waiting = { readonly resolve: (token: string) => void; readonly reject: (why: unknown) => void };

export function createTokens(): Tokens {
  let kept: string | undefined;
  let waiting: readonly Waiting[] = [];
  return {
    take: () =>
      new Promise((resolve, reject) => {
        if (kept === undefined) waiting = [...waiting, { resolve, reject }];
        else resolve(kept);
        kept = undefined;
      }),
    came: (token) => {
      const [first, ...others] = waiting;
      waiting = others;
      if (first === undefined) kept = token;
      else first.resolve(token);
    },
    expired: () => {
      kept = undefined;
    },
    failed: (why) => {
      const all = waiting;
      waiting = [];
      kept = undefined;
      for (const { reject } of all) reject(why);
    },
  };
}
