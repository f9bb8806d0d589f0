import { Grid } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useGroupNamesQuery } from '../../../shared/session/self-api.ts';
import { CallLimitFields } from '../../../shared/ui/call-limit-fields.tsx';
import { ChipInput } from '../../../shared/ui/chip-input.tsx';
import { AreaField, SwitchField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { ChannelFieldsProps } from '../channel-fields-props.ts';
import { OverrideField } from './override-field.tsx';

/** For whom a channel is and when it is chosen, and what is changed of its calls and answers. */
export function ChannelRoutingFields({ form }: Pick<ChannelFieldsProps, 'form'>): ReactElement {
  const t = useTexts();
  const { data: groups = [] } = useGroupNamesQuery();
  const { values, errors, set } = form;
  return (
    <>
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
      <OverrideField form={form} />
      <CallLimitFields values={values} errors={errors} set={set} help={t.channels.limitsAbout} />
      <SwitchField
        label={t.channels.autoBan}
        help={t.channels.autoBanAbout}
        checked={values.autoBan}
        onChange={(autoBan) => set('autoBan', autoBan)}
      />
    </>
  );
}
