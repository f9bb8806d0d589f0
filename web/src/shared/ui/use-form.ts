import { useRef, useState, type FormEvent } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { differs, useUnsaved } from '../form/unsaved.ts';
import { toApiError } from '../api/api-error.ts';
import { errorText } from './error-text.ts';

export type FieldErrors<Values> = { readonly [Field in keyof Values]?: string | undefined };

/** Tells at a field what a call said of it; the form stays as it is. */
export type Refuse<Values> = (field: keyof Values, message: string) => void;

type Names<Values> = { readonly [Field in keyof Values]?: string };

type Submit<Values, Sent> = {
  /** Rejects with the call's error; then the form stays as it is. An error that names a field of the form is told there. */
  readonly submit: (sent: Sent, refuse: Refuse<Values>) => Promise<void>;
  /** What the call has under another name than the form; by its values where fields stand for each other. */
  readonly sentAs?: Names<Values> | ((values: Values) => Names<Values>);
  /** Nothing is asked before what is typed is lost: a sign-in, which the browser may have filled in itself. */
  readonly mayBeLost?: boolean;
};

type OwnOptions<Values> = Submit<Values, Values> & {
  readonly initial: Values;
  /** A message for each field that is wrong. */
  readonly validate: (values: Values) => FieldErrors<Values>;
};

/** What is wrong, by field, or what is to be sent. */
export type Checked<Values, Sent> = { readonly errors: FieldErrors<Values> } | { readonly sent: Sent };

type CheckedOptions<Values, Sent> = Submit<Values, Sent> & {
  readonly initial: Values;
  readonly check: (values: Values) => Checked<Values, Sent>;
};

export type Form<Values> = {
  readonly values: Values;
  readonly errors: FieldErrors<Values>;
  /** What the server said, until something else is typed. */
  readonly failure: string | undefined;
  readonly busy: boolean;
  /** Something differs from what it opened with: it is not closed unasked. */
  readonly unsaved: boolean;
  /** It stands for what it opened with from now on: what was saved or is kept elsewhere; without an argument all that is typed. */
  readonly settle: (kept?: Partial<Values>) => void;
  readonly set: <Field extends keyof Values>(field: Field, value: Values[Field]) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** The field of a form that a call has refused; undefined where it has refused all of it, or something that the form does not have. */
function refusedField<Values extends object>(
  error: unknown,
  values: Values,
  sentAs: Names<Values>,
): keyof Values | undefined {
  const { field } = toApiError(error);
  if (field === undefined) return undefined;
  return (Object.keys(values) as (keyof Values)[]).find((name) => (sentAs[name] ?? name) === field);
}

const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus());
};

/** A form with checks of its own, for what no call of the contract says; `useContractForm` has the contract's. */
export const useForm = <Values extends object>({ validate, ...options }: OwnOptions<Values>): Form<Values> =>
  useCheckedForm({
    ...options,
    check: (values) => {
      const errors = validate(values);
      return Object.values(errors).some((message) => message !== undefined) ? { errors } : { sent: values };
    },
  });

/** A form: checks at the fields first, then one call; the button shows that it runs, and a failure leaves everything as typed. */
export function useCheckedForm<Values extends object, Sent>({
  initial,
  check,
  submit,
  sentAs = {},
  mayBeLost = false,
}: CheckedOptions<Values, Sent>): Form<Values> {
  const t = useTexts();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  /** As they are now, drawn or not. */
  const latest = useRef(initial);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** From the submit on, before the form is drawn as busy: two in one moment are one. */
  const isSubmitted = useRef(false);
  const [opened, setOpened] = useState(initial);
  const unsaved = !mayBeLost && differs(values, opened);
  const forget = useUnsaved(unsaved);
  const settle = (kept?: Partial<Values>): void => {
    if (kept === undefined) forget();
    setOpened((before) => (kept === undefined ? latest.current : { ...before, ...kept }));
  };
  const set = <Field extends keyof Values>(field: Field, value: Values[Field]): void => {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    setErrors((before) => ({ ...before, [field]: undefined }));
    setFailure(undefined);
  };
  const send = async (sent: Sent): Promise<boolean> => {
    let isRefused = false;
    const refuse: Refuse<Values> = (field, message) => {
      isRefused = true;
      setErrors((before) => ({ ...before, [field]: message }));
      setFailure(t.form.partlyRefused);
    };
    const tell = (error: unknown): void => {
      const field = refusedField(error, latest.current, typeof sentAs === 'function' ? sentAs(latest.current) : sentAs);
      if (field === undefined) return setFailure(errorText(error, t));
      isRefused = true;
      setErrors((before) => ({ ...before, [field]: errorText(error, t) }));
    };
    setBusy(true);
    await submit(sent, refuse)
      .catch(tell)
      .finally(() => setBusy(false));
    return isRefused;
  };
  const checkAndSend = async (form: HTMLFormElement): Promise<void> => {
    const checked = check(latest.current);
    setErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked || (await send(checked.sent))) focusFirstInvalid(form);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    if (isSubmitted.current) return;
    isSubmitted.current = true;
    setFailure(undefined);
    void checkAndSend(event.currentTarget).finally(() => {
      isSubmitted.current = false;
    });
  };
  return { values, errors, failure, busy, unsaved, settle, set, onSubmit };
}
