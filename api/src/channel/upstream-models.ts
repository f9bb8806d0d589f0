import { keysOf } from '@ledgate/domain/channel/channel-keys';
import { findChannelWithKeys } from '@ledgate/projections/directory/channels/find';
import type { channelRoutes } from '../contract/channel.ts';
import { type Done, done, type Refused, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';
import { fetchUpstreamModels, type Listing } from './fetch-upstream-models.ts';
import { formProblem } from './fields.ts';
import { proxyIn } from './proxy-in.ts';

/** The models that an upstream says it has. */
export const upstreamModelHandlers = (
  ports: ApiPorts,
): Pick<Handlers<typeof channelRoutes>, 'fetchModels' | 'fetchModelsOf'> => ({
  fetchModels: async ({ params }) => {
    const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, params.id);
    return channel === undefined
      ? refused({ code: 'channel_missing' })
      : listed(ports, { ...channel, key: channel.keys[0] ?? '', proxy: proxyIn(channel.setting) });
  },

  fetchModelsOf: async ({ body: { type, base_url, key, setting } }) => {
    const problem = formProblem({ base_url, key, setting });
    if (problem !== undefined) return refused(problem);
    return listed(ports, {
      type,
      baseUrl: base_url?.trim() ?? '',
      key: keysOf(type, key)[0] ?? '',
      proxy: proxyIn(setting ?? ''),
    });
  },
});

async function listed(
  { askUpstream }: ApiPorts,
  listing: Listing,
): Promise<Done<typeof channelRoutes.fetchModels> | Refused> {
  const result = await fetchUpstreamModels(listing, askUpstream);
  return result.ok ? done([...result.models]) : refused({ code: 'upstream_models_failed', fault: result.fault });
}
