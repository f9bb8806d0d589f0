import { Button, Flex, Grid } from '@chakra-ui/react';
import { channelTypeOf, needsAddress } from '@ledgate/domain/channel/channel-types';
import type { ReactElement } from 'react';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { isJsonObject } from '../../../shared/form/typed.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useGroupNamesQuery } from '../../../shared/session/self-api.ts';
import { ChipInput } from '../../../shared/ui/chip-input.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../../../shared/ui/fields.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import {
  useAllModelsQuery,
  useCreateChannelMutation,
  useEditChannelMutation,
  useModelsByTypeQuery,
  useUpstreamModelsMutation,
  type Channel,
} from '../api/channels-api.ts';
import { channelForm, channelValues } from '../channel-form-values.ts';
import { keyExample, typeChoices } from '../channel-types.ts';

type ChannelDrawerProps = { readonly channel: Channel | undefined; readonly onClose: () => void };

export function ChannelDrawer({ channel, onClose }: ChannelDrawerProps): ReactElement {
  const t = useTexts();
  const { data: groups = [] } = useGroupNamesQuery();
  const { data: allModels = [] } = useAllModelsQuery();
  const { data: byType = {} } = useModelsByTypeQuery();
  const [create] = useCreateChannelMutation();
  const [edit] = useEditChannelMutation();
  const [askUpstream] = useUpstreamModelsMutation();
  const upstream = useAction(askUpstream);
  const form = useContractForm({
    initial: channelValues(channel),
    schema: (typed) => channelForm(typed, channel === undefined, t),
    submit: async (body) => {
      if (channel) await edit({ ...body, id: channel.id }).unwrap();
      else await create(body).unwrap();
      tellSuccess(channel ? t.channels.saved(body.name) : t.channels.created(body.name));
      onClose();
    },
  });
  const { values, errors, set } = form;
  const type = channelTypeOf(Number(values.type));
  const addModels = (models: readonly string[]): void => set('models', [...new Set([...values.models, ...models])]);
  const chooseType = (chosen: string): void => {
    set('type', chosen);
    if (values.models.length === 0) set('models', byType[chosen] ?? []);
  };
  const fetchModels = async (): Promise<void> => {
    const models = await upstream.run(
      channel && values.key.trim() === ''
        ? { id: channel.id }
        : {
            base_url: values.baseUrl,
            type: Number(values.type),
            key: values.key.trim(),
            setting: isJsonObject(values.setting) ? values.setting : '',
          },
    );
    if (models) addModels(models);
  };
  return (
    <FormDrawer
      title={channel ? t.channels.editTitle(channel.name) : t.channels.createTitle}
      onClose={onClose}
      form={form}
      save={channel ? t.common.save : t.common.create}
    >
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" w="full">
        <SelectField
          label={t.channels.type}
          value={values.type}
          onChange={chooseType}
          options={typeChoices(type)}
          required
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
      <AreaField
        label={t.channels.key}
        value={values.key}
        onChange={(key) => set('key', key)}
        error={errors.key}
        required={!channel}
        rows={2}
        mono
        placeholder={type && keyExample(type.keyShape)}
        help={channel ? t.channels.keyKept : t.channels.keyAbout}
      />
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
          mono
        />
      ) : null}
      <ChipInput
        label={t.channels.models}
        values={values.models}
        onChange={(models) => set('models', models)}
        suggestions={allModels}
        error={errors.models}
        required
        placeholder={t.tokens.addModel}
        onDuplicate={() => tellNotice(t.channels.modelsExist)}
      />
      <Flex gap="1" wrap="wrap" mt="-2">
        <Button size="xs" onClick={() => addModels(byType[values.type] ?? [])}>
          {t.channels.fillType}
        </Button>
        <Button
          size="xs"
          loading={upstream.busy}
          disabled={!channel && values.key.trim() === ''}
          onClick={() => void fetchModels()}
        >
          {t.channels.fillUpstream}
        </Button>
        <Button size="xs" disabled={values.models.length === 0} onClick={() => set('models', [])}>
          {t.channels.clearModels}
        </Button>
      </Flex>
      <ChipInput
        label={t.channels.groups}
        values={values.groups}
        onChange={(chosen) => set('groups', chosen)}
        suggestions={groups}
        error={errors.groups}
        required
      />
      <Grid templateColumns="1fr 1fr" gap="4" w="full">
        <TextField
          label={t.channels.priority}
          value={values.priority}
          onChange={(priority) => set('priority', priority)}
          error={errors.priority}
          help={t.channels.priorityAbout}
          numeric
        />
        <TextField
          label={t.channels.weight}
          value={values.weight}
          onChange={(weight) => set('weight', weight)}
          error={errors.weight}
          help={t.channels.weightAbout}
          numeric
        />
        <TextField
          label={t.channels.testModel}
          value={values.testModel}
          onChange={(model) => set('testModel', model)}
          mono
        />
        <TextField label={t.channels.tag} value={values.tag} onChange={(tag) => set('tag', tag)} />
      </Grid>
      <AreaField
        label={t.channels.mapping}
        value={values.mapping}
        onChange={(mapping) => set('mapping', mapping)}
        error={errors.mapping}
        help={t.channels.mappingAbout}
        placeholder={'{"gpt-4o": "gpt-4o-2024-11-20"}'}
        mono
      />
      <AreaField
        label={t.channels.statusMapping}
        value={values.statusMapping}
        onChange={(mapping) => set('statusMapping', mapping)}
        error={errors.statusMapping}
        placeholder={'{"400": "500"}'}
        rows={2}
        mono
      />
      <AreaField
        label={t.channels.setting}
        value={values.setting}
        onChange={(setting) => set('setting', setting)}
        error={errors.setting}
        placeholder={'{"force_format": true, "proxy": ""}'}
        rows={2}
        mono
      />
      <SwitchField
        label={t.channels.autoBan}
        help={t.channels.autoBanAbout}
        checked={values.autoBan}
        onChange={(autoBan) => set('autoBan', autoBan)}
      />
    </FormDrawer>
  );
}
