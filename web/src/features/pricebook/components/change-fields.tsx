import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { zoneName } from '../../../shared/time/zone.ts';
import { AreaField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { pricebookTexts } from '../texts.ts';

type Typed = { readonly reason: string; readonly startsAt: string };

type ChangeFieldsProps = {
  readonly values: Typed;
  readonly errors: { readonly reason?: string | undefined; readonly startsAt?: string | undefined };
  readonly set: (field: keyof Typed, value: string) => void;
};

/** Why a change is made and from when on it holds. */
export function ChangeFields({ values, errors, set }: ChangeFieldsProps): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  return (
    <>
      <AreaField
        label={own.reason}
        value={values.reason}
        onChange={(reason) => set('reason', reason)}
        error={errors.reason}
        help={own.reasonAbout}
        required
        rows={2}
      />
      <TextField
        label={own.startsAt}
        type="datetime-local"
        value={values.startsAt}
        onChange={(startsAt) => set('startsAt', startsAt)}
        error={errors.startsAt}
        help={own.startsAtAbout(zoneName())}
      />
    </>
  );
}
