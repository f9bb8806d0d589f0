import type { ShownOptionKey } from '@ledgate/domain/options/registry';
import { Box, Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../../shared/api/base-api.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatDollars } from '../../../shared/money/quota-format.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { errorText } from '../../../shared/ui/error-text.ts';
import { AreaField, SelectField, SwitchField, TextField } from '../../../shared/ui/fields.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useSetOptionMutation, type Options } from '../api/settings-api.ts';
import { optionError, savedValue, shownValue, type OptionField, type OptionGroup } from '../option-groups.ts';

type Values = Readonly<Partial<Record<ShownOptionKey, string>>>;
type OptionSectionProps = { readonly group: OptionGroup; readonly options: Options; readonly children?: ReactNode };

/** One group of options: each changed key is saved by a call of its own; what failed stays changed, with the reason at its field. */
export function OptionSection({ group, options, children }: OptionSectionProps): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const [setOption] = useSetOptionMutation();
  const [changes, setChanges] = useState<Values>({});
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const keptValue = (field: OptionField): string => shownValue(field, options[field.key] ?? '');
  const valueOf = (field: OptionField): string => changes[field.key] ?? keptValue(field);
  const set = (key: ShownOptionKey, value: string): void => {
    setChanges((before) => ({ ...before, [key]: value }));
    setErrors((before) => ({ ...before, [key]: undefined }));
  };
  const changed = group.fields.filter(
    (field) => savedValue(field, valueOf(field)) !== savedValue(field, keptValue(field)),
  );
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const saved = await Promise.all(
      changed.map(async (field) => ({
        key: field.key,
        error: (await setOption({ key: field.key, value: savedValue(field, valueOf(field)) })).error,
      })),
    );
    setBusy(false);
    setChanges((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([key]) => !saved.some((one) => one.key === key && one.error === undefined)),
      ),
    );
    const refused = saved.filter(({ error }) => error !== undefined);
    setErrors(Object.fromEntries(refused.map(({ key, error }) => [key, errorText(error, t)])));
    if (refused.length === 0) tellSuccess(t.settings.saved);
    else setFailure(t.settings.partlySaved);
    dispatch(baseApi.util.invalidateTags(['Option', 'Status']));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed.length === 0) return tellNotice(t.settings.unchanged);
    const found = Object.fromEntries(changed.map((field) => [field.key, optionError(field, valueOf(field), t)]));
    setErrors(found);
    if (Object.values(found).some(Boolean)) return setFailure(t.settings.checkInput);
    if (changed.some((field) => field.key === 'PasswordLoginEnabled' && valueOf(field) === 'false'))
      return setAsked(true);
    void save();
  };
  return (
    <Section title={t.settings.groups[group.id]} about={t.settings.groupAbout[group.id]}>
      <chakra.form noValidate onSubmit={submit} maxW={group.id === 'pricing' ? '880px' : '560px'}>
        <Stack gap="4">
          {group.fields.map((field) => (
            <OptionInput
              key={field.key}
              field={field}
              value={valueOf(field)}
              error={errors[field.key]}
              onChange={(value) => set(field.key, value)}
            />
          ))}
          <Flex gap="3" align="center">
            <Button type="submit" variant="outline" loading={busy} loadingText={t.common.saving}>
              {t.common.save}
            </Button>
            <FailureNote text={failure} />
          </Flex>
        </Stack>
      </chakra.form>
      {children ? <Box mt="5">{children}</Box> : null}
      {asked ? (
        <ConfirmDialog
          title={t.settings.passwordLoginTitle}
          about={t.settings.passwordLoginAbout}
          confirm={t.settings.switchOff}
          act={save}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Section>
  );
}

type OptionInputProps = {
  readonly field: OptionField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

function OptionInput({ field, value, error, onChange }: OptionInputProps): ReactElement {
  const t = useTexts();
  const { quotaPerUnit } = useMoneyUnit();
  const { key, row } = field;
  const label = t.options[key];
  switch (row.kind) {
    case 'switch':
      return (
        <SwitchField
          label={label}
          checked={value === 'true'}
          onChange={(checked) => onChange(String(checked))}
          error={error}
        />
      );
    case 'area':
      return <AreaField label={label} value={value} onChange={onChange} error={error} rows={4} />;
    case 'texts':
    case 'ratios':
    case 'links':
    case 'prices':
      return <AreaField label={label} value={value} onChange={onChange} error={error} rows={12} mono />;
    case 'choice': {
      const choices: Readonly<Partial<Record<ShownOptionKey, Readonly<Record<string, string>>>>> = t.optionChoices;
      return (
        <SelectField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          options={row.choices.map((choice) => [choice, choices[key]?.[choice] ?? choice])}
        />
      );
    }
    case 'quota':
      return (
        <TextField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          numeric
          end={t.money.unit}
          help={Number.isFinite(Number(value)) ? formatDollars(Number(value), quotaPerUnit, 6) : undefined}
        />
      );
    case 'whole':
    case 'decimal':
    case 'seconds':
    case 'tokens':
    case 'price':
      return <TextField label={label} value={value} onChange={onChange} error={error} numeric />;
    default:
      return <TextField label={label} value={value} onChange={onChange} error={error} />;
  }
}
