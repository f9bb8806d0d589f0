import { Grid } from '@chakra-ui/react';
import { channelTypeOf, isWithdrawn, needsAddress } from '@ledgate/domain/channel/channel-types';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useModelsByTypeQuery } from '../api/channels-api.ts';
import type { ChannelFieldsProps } from '../channel-fields-props.ts';
import { typeChoices } from '../channel-types.ts';
import { putAsideKeys } from '../put-aside-keys.ts';
import { KeyFields } from './key-fields.tsx';
import { PutAsideKey } from './put-aside-key.tsx';

/** What the upstream is and how it is reached: type, name, address, key, and what else its type asks for. */
export function ChannelConnectionFields({ channel, form }: ChannelFieldsProps): ReactElement {
  const t = useTexts();
  const { data: byType = {} } = useModelsByTypeQuery();
  const { values, errors, set } = form;
  const type = channelTypeOf(Number(values.type));
  const chooseType = (chosen: string): void => {
    set('type', chosen);
    if (values.models.length === 0) set('models', byType[chosen] ?? []);
  };
  return (
    <>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" w="full">
        <SelectField
          label={t.channels.type}
          value={values.type}
          onChange={chooseType}
          options={typeChoices(type, t)}
          required
          help={isWithdrawn(type) ? t.channels.typeWithdrawn : undefined}
        />
        <TextField
          label={t.channels.name}
          value={values.name}
          onChange={(name) => set('name', name)}
          error={errors.name}
          required
          autoFocus
        />
      </Grid>
      <TextField
        label={t.channels.address}
        value={values.baseUrl}
        onChange={(address) => set('baseUrl', address)}
        error={errors.baseUrl}
        required={needsAddress(type)}
        mono
        placeholder={type?.defaultBaseUrl}
        help={type?.addressIsWhole ? t.channels.addressCustom : t.channels.addressAbout}
      />
      <KeyFields channel={channel} form={form} type={type} />
      {channel && putAsideKeys(channel).map((key) => <PutAsideKey key={key.number} channelId={channel.id} of={key} />)}
      {type?.hasOrganization ? (
        <TextField
          label={t.channels.organization}
          value={values.organization}
          onChange={(organization) => set('organization', organization)}
          mono
        />
      ) : null}
      {type?.other ? (
        <TextField
          label={t.channels.other[type.other]}
          value={values.other}
          onChange={(value) => set('other', value)}
          error={errors.other}
          required={type.needsOther === true}
          placeholder={type.otherExample}
          help={t.channels.otherAbout[type.other]}
          mono
        />
      ) : null}
    </>
  );
}
