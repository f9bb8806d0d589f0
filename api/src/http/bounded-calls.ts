import type { AskUpstream } from '../ports.ts';

/** As many calls run as may. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
}

/** At most so many at a time: who has no account may begin them. More reject with TooManyCalls. */
export function boundedCalls(ask: AskUpstream, callsMax: number): AskUpstream {
  let running = 0;
  return async (question) => {
    if (running >= callsMax) throw new TooManyCalls();
    running += 1;
    try {
      return await ask(question);
    } finally {
      running -= 1;
    }
  };
}
