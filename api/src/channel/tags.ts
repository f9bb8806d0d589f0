import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { editTag, setStatusByTag } from '@ledgate/projections/directory/channels/update';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import type { channelRoutes } from '../contract/channel.ts';
import { administrationOf } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { DONE, refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { isFilled, isSent } from '../http/sent.ts';
import type { ApiPorts } from '../ports.ts';
import { formProblem, namesIn } from './fields.ts';

/** What is done to all channels of a tag (docs/behaviour.md#channels). */
export const tagHandlers = (
  ports: ApiPorts,
): Pick<Handlers<typeof channelRoutes>, 'editTag' | 'enableTag' | 'disableTag'> => ({
  editTag: async (call) => {
    const { tag, new_tag, model_mapping, groups, models, priority, weight } = call.body;
    const problem = formProblem({
      model_mapping,
      ...(isFilled(models) ? { models } : {}),
      ...(isFilled(groups) ? { group: groups } : {}),
    });
    if (problem !== undefined) return refused(problem);
    const edit = {
      ...(isSent(new_tag) ? { newTag: new_tag } : {}),
      ...(isFilled(model_mapping) ? { modelMapping: model_mapping } : {}),
      ...(isFilled(groups) ? { group: namesIn(groups).join(',') } : {}),
      ...(isFilled(models) ? { models: namesIn(models).join(',') } : {}),
      ...(isSent(priority) ? { priority } : {}),
      ...(isSent(weight) ? { weight } : {}),
    };
    await changeDirectory(ports, call, null, async (tx) => {
      const { newTag, ...fields } = edit;
      const after = { ...fields, ...(newTag === undefined ? {} : { tag: newTag }) };
      for (const channel of await editTag(tx, tag, edit))
        tx.administered(administrationOf(call, 'channel.edit', `channel-${channel.id}`, changed(channel, after)));
    });
    return DONE;
  },

  enableTag: async (call) => switched(ports, call, call.body.tag, CHANNEL_STATUS.enabled),
  disableTag: async (call) => switched(ports, call, call.body.tag, CHANNEL_STATUS.disabled),
});

async function switched(ports: ApiPorts, call: SignedCall, tag: string, status: number): Promise<typeof DONE> {
  await changeDirectory(ports, call, null, async (tx) => {
    for (const channel of await setStatusByTag(tx, tag, status))
      tx.administered(administrationOf(call, 'channel.edit', `channel-${channel.id}`, changed(channel, { status })));
  });
  return DONE;
}

const changed = (before: ChannelRow, set: Partial<ChannelRow>) => ({ before, after: { ...before, ...set } });
