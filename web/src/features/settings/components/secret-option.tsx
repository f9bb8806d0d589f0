import { Button, chakra, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useSetOptionMutation } from '../api/settings-api.ts';
import { settingsTexts } from '../texts.ts';

/** An option that is a secret: nobody is told the one that is kept. */
export function SecretOption({
  option,
}: {
  readonly option: keyof (typeof settingsTexts)['en']['secrets'];
}): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(settingsTexts);
  const { label, save, saved } = own.secrets[option];
  const [setOption] = useSetOptionMutation();
  const form = useForm({
    initial: { secret: '' },
    validate: () => ({}),
    submit: async ({ secret }) => {
      if (secret === '') return tellNotice(t.settings.unchanged);
      await setOption({ key: option, value: secret }).unwrap();
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
        <FailureNote text={form.failure} />
        <Button type="submit" variant="outline" loading={form.busy} loadingText={t.common.saving}>
          {save}
        </Button>
      </Stack>
    </chakra.form>
  );
}
