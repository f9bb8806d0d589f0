import type { ProbeChannel } from './probe-channel.ts';
import { differencesOf } from './differences.ts';
import { withoutWords } from './probed-path.ts';
import type { Probed } from './probed-request.ts';

/** Where a channel's key, or what follows from it, stands in a request. */
export type Credential = { readonly place: 'header' | 'query' | 'body'; readonly name: string; readonly text: string };

/** What two channels of a type, which differ in their keys, say differently in one and the same request. */
export function credentialsOf(mine: Probed, yours: Probed, channel: ProbeChannel): readonly Credential[] {
  const query = ({ path }: Probed) => [...new URLSearchParams(path.split('?')[1])];
  return [
    ...pairsUnlike('header', mine.headers, yours.headers, channel),
    ...pairsUnlike('query', query(mine), query(yours), channel),
    ...differencesOf(mine.body, yours.body).map(
      ({ at, value }) => ({ place: 'body', name: at, text: withoutWords(String(value), channel) }) as const,
    ),
  ];
}

type Pairs = readonly (readonly [string, string])[];

const pairsUnlike = (
  place: 'header' | 'query',
  mine: Pairs,
  yours: Pairs,
  channel: ProbeChannel,
): readonly Credential[] =>
  mine
    .filter(([name, value]) => !yours.some(([other, said]) => other === name && said === value))
    .map(([name, value]) => ({ place, name, text: withoutWords(value, channel) }));
