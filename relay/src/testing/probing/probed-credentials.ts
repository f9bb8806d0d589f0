import type { ProbeChannel } from './probe-channel.ts';
import { differencesOf } from './differences.ts';
import { withoutWords } from './probed-path.ts';
import type { Probed } from './probed-request.ts';

/** Where a channel's key, or what follows from it, stands in a request. */
export type Credential = { readonly place: 'header' | 'query' | 'body'; readonly name: string; readonly text: string };

/** One and the same request: twice of a channel, and of one whose key is another. */
type Asked = { readonly mine: Probed; readonly again: Probed; readonly yours: Probed };

/** What two channels of a type, which differ in their keys, say differently; what differs each time is no key. */
export function credentialsOf({ mine, again, yours }: Asked, channel: ProbeChannel): readonly Credential[] {
  const restless = new Set(differencesOf(mine.body, again.body).map(({ at }) => at));
  return [
    ...pairsUnlike(
      'header',
      [mine, again, yours].map(({ headers }) => headers),
      channel,
    ),
    ...pairsUnlike('query', [mine, again, yours].map(queryOf), channel),
    ...differencesOf(mine.body, yours.body)
      .filter(({ at }) => !restless.has(at))
      .map(({ at, value }) => ({ place: 'body', name: at, text: withoutWords(String(value), channel) }) as const),
  ];
}

type Pairs = readonly (readonly [string, string])[];

const queryOf = ({ path }: Probed): Pairs => [...new URLSearchParams(path.split('?')[1])];

const isIn = (pairs: Pairs, [name, value]: readonly [string, string]): boolean =>
  pairs.some(([other, said]) => other === name && said === value);

const pairsUnlike = (
  place: 'header' | 'query',
  [mine = [], again = [], yours = []]: readonly Pairs[],
  channel: ProbeChannel,
): readonly Credential[] =>
  mine
    .filter((pair) => !isIn(yours, pair))
    .map((pair) => ({ pair, text: withoutWords(pair[1], channel) }))
    // A signature that is made anew each time is one all the same.
    .filter(({ pair, text }) => isIn(again, pair) || text.includes('{'))
    .map(({ pair: [name], text }) => ({ place, name, text }));
