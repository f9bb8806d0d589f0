import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../../shared/api/base-api.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useOptionSecretsQuery, useSetOptionMutation } from '../api/settings-api.ts';
import { settingsTexts } from '../texts.ts';

/** An option that is a secret: whether it is set is told, and to nobody what it is. */
export function SecretOption({
  option,
}: {
  readonly option: keyof (typeof settingsTexts)['en']['secrets'];
}): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(settingsTexts);
  const { label, save, saved } = own.secrets[option];
  const dispatch = useDispatch();
  const facts = useOptionSecretsQuery().data?.[option];
  const [setOption] = useSetOptionMutation();
  const [isAsked, setAsked] = useState(false);
  const put = async (value: string): Promise<void> => {
    await setOption({ key: option, value }).unwrap();
    dispatch(baseApi.util.invalidateTags(['Option', 'Status']));
  };
  const form = useForm({
    initial: { secret: '' },
    validate: () => ({}),
    submit: async ({ secret }) => {
      if (secret === '') return tellNotice(t.settings.unchanged);
      await put(secret);
      form.set('secret', '');
      tellSuccess(saved);
    },
  });
  return (
    <chakra.form noValidate onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        <TextField
          label={label}
          type="password"
          value={form.values.secret}
          onChange={(secret) => form.set('secret', secret)}
          help={own.secretAbout}
          autoComplete="new-password"
        />
        {facts === undefined ? null : (
          <Text fontSize="13px" color={facts.set ? 'fg' : 'fg.muted'} data-secret={option}>
            {!facts.set
              ? own.secretNone
              : facts.set_time === null
                ? own.secretSet
                : own.secretSince(formatTime(facts.set_time))}
          </Text>
        )}
        <FailureNote text={form.failure} />
        <Flex gap="3" wrap="wrap">
          <Button type="submit" variant="outline" loading={form.busy} loadingText={t.common.saving}>
            {save}
          </Button>
          {facts?.set === true ? (
            <Button type="button" variant="ghost" onClick={() => setAsked(true)}>
              {own.secretTake}
            </Button>
          ) : null}
        </Flex>
      </Stack>
      {isAsked ? (
        <ConfirmDialog
          title={own.secretTakeTitle(label)}
          about={own.secretTakeAbout}
          confirm={own.secretTake}
          act={async () => {
            await put('');
            tellSuccess(own.secretTaken);
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </chakra.form>
  );
}
