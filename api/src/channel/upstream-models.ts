import { findChannelWithKey } from '@ledgate/projections/directory/channels/find';
import type { channelRoutes } from '../contract/channel.ts';
import { type Done, done, type Refused, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';
import { keysOf } from './fields.ts';

/** The models that an upstream says it has. */
export const upstreamModelHandlers = (ports: ApiPorts): Pick<Handlers<typeof channelRoutes>, 'fetchModels' | 'fetchModelsOf'> => ({
  fetchModels: async ({ params }) => {
    const channel = await findChannelWithKey(ports.db, params.id);
    return channel === undefined ? refused({ code: 'channel_missing' }) : listed(ports, channel.type, channel.baseUrl, channel.key);
  },

  fetchModelsOf: async ({ body }) => listed(ports, body.type, body.base_url?.trim() ?? '', keysOf(body.type, body.key)[0] ?? ''),
});

async function listed(ports: ApiPorts, type: number, baseUrl: string, key: string): Promise<Done<typeof channelRoutes.fetchModels> | Refused> {
  const result = await ports.channels.models({ type, baseUrl, key });
  return result.ok ? done([...result.models]) : refused({ code: 'upstream_models_failed', detail: result.detail });
}
