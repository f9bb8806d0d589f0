import { useCallback, useState, type FormEvent } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { errorText } from './error-text.ts';

export type FieldErrors<Values> = { readonly [Field in keyof Values]?: string | undefined };

type FormOptions<Values> = {
  readonly initial: Values;
  /** A message for each field that is wrong. */
  readonly validate: (values: Values) => FieldErrors<Values>;
  /** Rejects with the call's error; then the form stays as it is. */
  readonly submit: (values: Values) => Promise<void>;
};

export type Form<Values> = {
  readonly values: Values;
  readonly errors: FieldErrors<Values>;
  /** What the server said, until something else is typed. */
  readonly failure: string | undefined;
  readonly busy: boolean;
  readonly set: <Field extends keyof Values>(field: Field, value: Values[Field]) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus());
};

/** A form: checks at the fields first, then one call; the button shows that it runs, and a failure leaves everything as typed. */
export function useForm<Values extends object>({ initial, validate, submit }: FormOptions<Values>): Form<Values> {
  const t = useTexts();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = useCallback(<Field extends keyof Values>(field: Field, value: Values[Field]) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
    setFailure(undefined);
  }, []);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    const found = validate(values);
    setErrors(found);
    setFailure(undefined);
    if (Object.values(found).some((message) => message !== undefined)) return focusFirstInvalid(event.currentTarget);
    setBusy(true);
    void submit(values)
      .catch((error: unknown) => setFailure(errorText(error, t)))
      .finally(() => setBusy(false));
  };
  return { values, errors, failure, busy, set, onSubmit };
}
