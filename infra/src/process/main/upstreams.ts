import { createShortLivedKeys } from '@ledgate/projections/directory/short-lived-keys/create-short-lived-keys';
import { Upstreams } from '@ledgate/relay/upstream/upstreams';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';

/** This process's connections to upstreams, with the short-lived keys of the whole installation. */
export function openUpstreams({ pool, onError }: Pick<Foundation, 'pool' | 'onError'>, lifeline: Lifeline): Upstreams {
  const upstreams = new Upstreams({}, { sharedKeys: createShortLivedKeys(pool), onError });
  lifeline.add('upstream connections', () => upstreams.close());
  return upstreams;
}
