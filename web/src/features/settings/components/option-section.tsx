import { Box, Button, chakra, Flex, Stack } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import type { Options } from '../api/settings-api.ts';
import type { OptionGroup } from '../option-groups.ts';
import { settingsTexts } from '../texts.ts';
import { useOptionForm } from '../use-option-form.ts';
import { OptionInput } from './option-input.tsx';

type OptionSectionProps = { readonly group: OptionGroup; readonly options: Options; readonly children?: ReactNode };

/** One group of options in a form of its own. */
export function OptionSection({ group, options, children }: OptionSectionProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(settingsTexts);
  const { form, question, bigChanges } = useOptionForm(group.fields, options);
  const typed: Readonly<Record<string, string | undefined>> = form.values;
  return (
    <Section title={own.groups[group.id]} about={own.groupAbout[group.id]}>
      <chakra.form noValidate onSubmit={form.onSubmit} maxW={group.id === 'pricing' ? '880px' : '560px'}>
        <Stack gap="4">
          {group.fields.map((field) => (
            <OptionInput
              key={field.key}
              field={field}
              value={form.values[field.key] ?? ''}
              error={form.errors[field.key]}
              onChange={(value) => form.set(field.key, value)}
              other={(key) => typed[key] ?? options[key] ?? ''}
            />
          ))}
          <Flex gap="3" align="center">
            <Button type="submit" variant="outline" loading={form.busy} loadingText={t.common.saving}>
              {t.common.save}
            </Button>
            <FailureNote text={form.failure} />
          </Flex>
        </Stack>
      </chakra.form>
      {children ? <Box mt="5">{children}</Box> : null}
      {question ? (
        <ConfirmDialog
          {...{
            TurnstileCheckEnabled: { title: own.botCheckTitle, about: own.botCheckAbout, confirm: own.botCheckOn },
            DemoSiteEnabled: { title: own.demoTitle, about: own.demoAbout, confirm: own.botCheckOn },
            PasswordLoginEnabled: {
              title: own.passwordLoginTitle,
              about: own.passwordLoginAbout,
              confirm: own.switchOff,
            },
          }[question.of]}
          act={async () => question.answer(true)}
          onClose={() => question.answer(false)}
        />
      ) : null}
      {bigChanges}
    </Section>
  );
}
