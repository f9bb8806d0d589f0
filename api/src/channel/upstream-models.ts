import { findChannelWithKey } from '@ledgate/projections/directory/channels/find';
import type { channelRoutes } from '../contract/channel.ts';
import { type Done, done, type Refused, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';
import { fetchUpstreamModels } from './fetch-upstream-models.ts';
import { formProblem, keysOf } from './fields.ts';

/** The models that an upstream says it has. */
export const upstreamModelHandlers = ({
  db,
}: ApiPorts): Pick<Handlers<typeof channelRoutes>, 'fetchModels' | 'fetchModelsOf'> => ({
  fetchModels: async ({ params }) => {
    const channel = await findChannelWithKey(db, params.id);
    return channel === undefined
      ? refused({ code: 'channel_missing' })
      : listed(channel.type, channel.baseUrl, channel.key);
  },

  fetchModelsOf: async ({ body: { type, base_url, key } }) => {
    const problem = formProblem({ base_url, key });
    return problem === undefined ? listed(type, base_url?.trim() ?? '', keysOf(type, key)[0] ?? '') : refused(problem);
  },
});

async function listed(
  type: number,
  baseUrl: string,
  key: string,
): Promise<Done<typeof channelRoutes.fetchModels> | Refused> {
  const result = await fetchUpstreamModels({ type, baseUrl, key });
  return result.ok ? done([...result.models]) : refused({ code: 'upstream_models_failed', fault: result.fault });
}
