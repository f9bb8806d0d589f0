import { Box, Grid } from '@chakra-ui/react';
import { keyForm, partsOf } from '@ledgate/domain/channel/channel-keys';
import type { ChannelType, KeyShape } from '@ledgate/domain/channel/channel-types';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { AreaField, SwitchField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { keyExample } from '../channel-types.ts';
import { withPart } from '../key-parts.ts';
import type { ChannelFieldsProps } from '../channel-fields-props.ts';

type KeyFieldsProps = ChannelFieldsProps & { readonly type: ChannelType | undefined };

/** The key of a channel, or its keys, as its type has them: in parts, as the JSON of an account, or as they stand. */
export function KeyFields({ channel, form, type }: KeyFieldsProps): ReactElement {
  const t = useTexts();
  const { values, errors, set } = form;
  const shape = type?.keyShape ?? 'plain';
  const isInParts = typeof shape !== 'string';
  const kept = channel && channel.keys.length > 1 ? t.channels.keysKept(channel.keys.length) : t.channels.keyKept;
  const about = channel ? kept : shape === 'json' ? t.channels.keyJsonAbout : t.channels.keyAbout;
  return (
    <>
      {isInParts && !values.areSeveral ? (
        <PartFields channel={channel} form={form} shape={shape} />
      ) : (
        <AreaField
          label={t.channels.key}
          value={values.key}
          onChange={(key) => set('key', key)}
          error={errors.key}
          required={!channel}
          rows={shape === 'json' ? 6 : 2}
          mono
          placeholder={keyExample(shape)}
          help={about}
        />
      )}
      {isInParts ? (
        <SwitchField
          label={t.channels.keysAreSeveral}
          help={t.channels.keysAreSeveralAbout(keyForm(shape))}
          checked={values.areSeveral}
          onChange={(areSeveral) => set('areSeveral', areSeveral)}
        />
      ) : null}
      {channel || shape === 'json' || (isInParts && !values.areSeveral) ? null : (
        <SwitchField
          label={t.channels.keysAreOne}
          help={t.channels.keysAreOneAbout}
          checked={values.isOne}
          onChange={(isOne) => set('isOne', isOne)}
        />
      )}
    </>
  );
}

type PartFieldsProps = ChannelFieldsProps & { readonly shape: Exclude<KeyShape, string> };

/** What is wrong with the key is told at each part that is missing. */
function PartFields({ channel, form: { values, errors, set }, shape }: PartFieldsProps): ReactElement {
  const t = useTexts();
  const parts = partsOf(shape, values.key);
  const kept = channel && channel.keys.length > 1 ? t.channels.keysKept(channel.keys.length) : t.channels.keyKeptParts;
  return (
    <Box w="full">
      <Grid templateColumns={{ base: '1fr', sm: `repeat(${shape.parts.length}, 1fr)` }} gap="4" w="full">
        {shape.parts.map((name, place) => (
          <TextField
            key={name}
            label={t.channels.keyParts[name]}
            value={parts[place] ?? ''}
            onChange={(text) => set('key', withPart(shape, values.key, place, text))}
            error={errors.key !== undefined && parts[place] === '' ? t.form.required : undefined}
            required={!channel}
            mono
          />
        ))}
      </Grid>
      {channel ? (
        <Box mt="2" fontSize="12px" color="fg.muted">
          {kept}
        </Box>
      ) : null}
    </Box>
  );
}
