import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { z } from 'zod';
import type { ConsoleClient } from './console-client.ts';

const nothing = z.unknown();

/** A channel for one group, of OpenAI's type where no other is named. `models` is a list with commas, as the console's call takes it. */
export type NewChannel = {
  readonly name: string;
  readonly type?: Parameters<typeof channelTypeNamed>[0];
  readonly baseUrl: string;
  readonly models: string;
  readonly priority?: number;
};

/** An administrator makes a channel that serves the group `default`. */
export async function makeChannel(
  administrator: ConsoleClient,
  { name, type = 'openai', baseUrl, models, priority = 0 }: NewChannel,
): Promise<void> {
  await administrator.post('/api/channel/', nothing, {
    type: channelTypeNamed(type).code,
    key: 'key-of-the-provider',
    name,
    base_url: baseUrl,
    models,
    priority,
    group: 'default',
    groups: ['default'],
    weight: 0,
    auto_ban: 1,
  });
}

/** A user makes a token without a limit of its own; answers its key, without the `sk-` that API callers may put before it. */
export async function makeToken(user: ConsoleClient, name: string): Promise<string> {
  await user.post('/api/token/', nothing, {
    name,
    remain_quota: 0,
    expired_time: -1,
    unlimited_quota: true,
  });
  const tokens = await user.get('/api/token/?p=0&size=10', z.array(z.object({ name: z.string(), key: z.string() })));
  const made = tokens.find((token) => token.name === name);
  if (made === undefined) throw new Error(`the token ${name} is not in its user's list`);
  return made.key;
}
