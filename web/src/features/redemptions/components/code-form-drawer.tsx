import type { ReactElement } from 'react';
import { useMaking } from '../../../shared/form/making.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { amountText, formatQuota } from '../../../shared/money/quota-format.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useCreateCodesMutation, useEditCodeMutation, type Code } from '../api/redemptions-api.ts';
import { codeForm } from '../code-form.ts';

const NEW_CODE_QUOTA = 100_000;

type CodeDrawerProps = {
  readonly code: Code | undefined;
  readonly onClose: () => void;
  readonly onCreated: (name: string, keys: readonly string[]) => void;
};

export function CodeFormDrawer({ code, onClose, onCreated }: CodeDrawerProps): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const [create] = useCreateCodesMutation();
  const [edit] = useEditCodeMutation();
  const making = useMaking<readonly string[]>();
  const form = useContractForm({
    initial: { name: code?.name ?? '', quota: amountText(code?.quota ?? NEW_CODE_QUOTA, unit), count: '1' },
    schema: () => codeForm(unit, t),
    submit: async ({ name: typed, quota, count }) => {
      const name = typed || formatQuota(quota, unit);
      if (code) {
        await edit({ id: code.id, name, quota }).unwrap();
        tellSuccess(t.codes.saved(name));
        onClose();
      } else {
        const [keys = []] = await making.all([{ name, quota, count }], (body) => create(body).unwrap());
        onCreated(name, keys);
      }
    },
  });
  const { values, errors, set } = form;
  return (
    <FormDrawer
      title={code ? t.codes.editTitle(code.name) : t.codes.createTitle}
      onClose={onClose}
      form={form}
      save={code ? t.common.save : t.common.create}
    >
      <TextField
        label={t.codes.name}
        value={values.name}
        onChange={(name) => set('name', name)}
        error={errors.name}
        help={t.codes.nameAbout}
        autoFocus
      />
      <AmountField
        label={t.codes.quota}
        value={values.quota}
        onChange={(quota) => set('quota', quota)}
        error={errors.quota}
        required
        picks
      />
      {code ? null : (
        <TextField
          label={t.codes.count}
          value={values.count}
          onChange={(count) => set('count', count)}
          error={errors.count}
          numeric
          required
        />
      )}
    </FormDrawer>
  );
}
