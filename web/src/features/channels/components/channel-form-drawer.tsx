import type { ReactElement } from 'react';
import { useMaking } from '../../../shared/form/making.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useCreateChannelMutation, useEditChannelMutation, type Channel } from '../api/channels-api.ts';
import { channelForm, channelValues } from '../channel-form-values.ts';
import { ChannelConnectionFields } from './channel-connection-fields.tsx';
import { ChannelModelFields } from './channel-model-fields.tsx';
import { ChannelRoutingFields } from './channel-routing-fields.tsx';
import { LastTest } from './last-test.tsx';

type ChannelDrawerProps = { readonly channel: Channel | undefined; readonly onClose: () => void };

export function ChannelFormDrawer({ channel, onClose }: ChannelDrawerProps): ReactElement {
  const t = useTexts();
  const [create] = useCreateChannelMutation();
  const [edit] = useEditChannelMutation();
  const making = useMaking<unknown>();
  const form = useContractForm({
    initial: channelValues(channel),
    schema: (typed) => channelForm(typed, channel === undefined, t),
    submit: async (body) => {
      if (channel) await edit({ ...body, id: channel.id }).unwrap();
      else await making.all([body], (one) => create(one).unwrap());
      tellSuccess(channel ? t.channels.saved(body.name) : t.channels.created(body.name));
      onClose();
    },
  });
  return (
    <FormDrawer
      title={channel ? t.channels.editTitle(channel.name) : t.channels.createTitle}
      onClose={onClose}
      form={form}
      save={channel ? t.common.save : t.common.create}
    >
      {channel ? <LastTest of={channel.last_test} /> : null}
      <ChannelConnectionFields channel={channel} form={form} />
      <ChannelModelFields channel={channel} form={form} />
      <ChannelRoutingFields form={form} />
    </FormDrawer>
  );
}
