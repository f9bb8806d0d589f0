import { Box, Grid, Text } from '@chakra-ui/react';
import { EXPORT_LAYOUTS, type ExportLayout, FORMATS_OF, PLAIN_TEXT } from '@ledgate/domain/catalogue/export-layouts';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { SelectField, SwitchField } from '../../../shared/ui/fields.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useOrderExportMutation } from '../api/exports-api.ts';
import { exportBody, exportFaults, type ExportValues, SENT_AS } from '../export-order.ts';
import { exportsTexts } from '../exports-texts.ts';
import { formatName } from './export-columns.tsx';

const INITIAL: ExportValues = {
  layout: 'charges',
  format: 'csv',
  from: '',
  to: '',
  zone: 'UTC',
  user: '',
  token: '',
  channel: '',
  group: '',
  model: '',
  names: true,
  raw: false,
  daily: false,
};

/** Orders an export, and tells what each layout holds. */
export function ExportFormDrawer({ onClose }: { readonly onClose: () => void }): ReactElement {
  const own = useOwnTexts(exportsTexts);
  const [order] = useOrderExportMutation();
  const form = useForm({
    initial: INITIAL,
    sentAs: SENT_AS,
    validate: (values) => exportFaults(values, own),
    submit: async (values) => {
      await order(exportBody(values)).unwrap();
      tellSuccess(own.ordered(own.layouts[values.layout]));
      onClose();
    },
  });
  const { values, errors, set } = form;
  const text = (field: 'from' | 'to' | 'zone' | 'user' | 'token' | 'channel' | 'group' | 'model') => ({
    value: values[field],
    onChange: (typed: string) => set(field, typed),
    error: errors[field],
  });
  const choose = (layout: ExportLayout): void => {
    set('layout', layout);
    const [first] = FORMATS_OF[layout];
    if (!FORMATS_OF[layout].includes(values.format) && first !== undefined) set('format', first);
  };
  return (
    <FormDrawer title={own.orderTitle} onClose={onClose} form={form} save={own.save}>
      <SelectField
        label={own.layout}
        value={values.layout}
        onChange={(chosen) => choose(EXPORT_LAYOUTS.find((layout) => layout === chosen) ?? 'charges')}
        options={EXPORT_LAYOUTS.map((layout) => [layout, own.layouts[layout]])}
        error={errors.layout}
        help={own.held[values.layout]}
      />
      <SelectField
        label={own.format}
        value={values.format}
        onChange={(chosen) => set('format', FORMATS_OF[values.layout].find((format) => format === chosen) ?? 'csv')}
        options={FORMATS_OF[values.layout].map((format) => [format, formatName(format)])}
        error={errors.format}
      />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <TextField label={own.fromDay} {...text('from')} placeholder="2026-11-01" help={own.dayHelp} />
        <TextField label={own.toDay} {...text('to')} placeholder="2026-11-30" />
      </Grid>
      <TextField label={own.zone} {...text('zone')} help={own.zoneHelp} required />
      {values.layout === 'events' ? null : (
        <>
          <Box as="fieldset" borderWidth="0" p="0" m="0">
            <Text as="legend" fontSize="13px" fontWeight="600" mb="2">
              {own.narrow}
            </Text>
            <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
              <TextField label={own.user} {...text('user')} numeric />
              <TextField label={own.token} {...text('token')} numeric />
              <TextField label={own.channel} {...text('channel')} numeric />
              <TextField label={own.group} {...text('group')} />
              <TextField label={own.model} {...text('model')} />
            </Grid>
          </Box>
          {PLAIN_TEXT.includes(values.format) ? (
            <SwitchField
              label={own.daily}
              checked={values.daily}
              onChange={(daily) => set('daily', daily)}
              help={own.dailyHelp}
              error={errors.daily}
            />
          ) : (
            <SwitchField
              label={own.names}
              checked={values.names}
              onChange={(names) => set('names', names)}
              help={own.namesHelp}
              error={errors.names}
            />
          )}
          {values.format === 'csv' ? (
            <SwitchField
              label={own.raw}
              checked={values.raw}
              onChange={(raw) => set('raw', raw)}
              help={own.rawHelp}
              error={errors.raw}
            />
          ) : null}
        </>
      )}
      <Box as="details" fontSize="13px">
        <Text as="summary" cursor="pointer" fontWeight="600" minH="32px" alignContent="center">
          {own.holds}
        </Text>
        <Grid as="dl" templateColumns={{ base: '1fr', sm: 'auto 1fr' }} columnGap="4" rowGap="2" mt="1">
          {EXPORT_LAYOUTS.map((layout) => (
            <Box key={layout} display="contents">
              <Text as="dt" fontWeight="500">
                {own.layouts[layout]}
              </Text>
              <Text as="dd" color="fg.muted">
                {own.held[layout]}
              </Text>
            </Box>
          ))}
        </Grid>
      </Box>
    </FormDrawer>
  );
}
