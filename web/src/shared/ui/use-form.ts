import { useRef, useState, type FormEvent } from 'react';
import {
  type DefaultValues,
  type FieldErrors as FieldFaults,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useFormState,
  useWatch,
} from 'react-hook-form';
import { useTexts } from '../i18n/text.tsx';
import { differs, useUnsaved } from '../form/unsaved.ts';
import { errorText } from './error-text.ts';

export type FieldErrors<Values> = { readonly [Field in keyof Values]?: string | undefined };

/** Tells at a field what a call said of it; the form stays as it is. */
export type Refuse<Values> = (field: keyof Values, message: string) => void;

type Submit<Values, Checked> = {
  /** Rejects with the call's error; then the form stays as it is. */
  readonly submit: (checked: Checked, refuse: Refuse<Values>) => Promise<void>;
  /** Nothing is asked before what is typed is lost: a sign-in, which the browser may have filled in itself. */
  readonly mayBeLost?: boolean;
};

type CheckedOptions<Values extends FieldValues, Checked> = Submit<Values, Checked> & {
  readonly initial: Values;
  /** Says what is wrong, by field, or what is to be sent. */
  readonly resolver: Resolver<Values, unknown, Checked>;
};

type OwnOptions<Values> = Submit<Values, Values> & {
  readonly initial: Values;
  /** A message for each field that is wrong. */
  readonly validate: (values: Values) => FieldErrors<Values>;
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

const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus());
};

/** A form with checks of its own, for what no call of the contract says; `useContractForm` has the contract's. */
export const useForm = <Values extends FieldValues>({ validate, ...options }: OwnOptions<Values>): Form<Values> =>
  useCheckedForm({ ...options, resolver: ownChecks(validate) });

/** A form: checks at the fields first, then one call; the button shows that it runs, and a failure leaves everything as typed. */
export function useCheckedForm<Values extends FieldValues, Checked>({
  initial,
  resolver,
  submit,
  mayBeLost = false,
}: CheckedOptions<Values, Checked>): Form<Values> {
  const t = useTexts();
  const form = useFormState<Values, unknown, Checked>({
    defaultValues: initial as DefaultValues<Values>,
    resolver,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  // All of them: each has its value from the beginning.
  const values = useWatch({ control: form.control }) as Values;
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** From the submit on, before the form is drawn as busy: two in one moment are one. */
  const isSubmitted = useRef(false);
  const [opened, setOpened] = useState(initial);
  const unsaved = !mayBeLost && differs(values, opened);
  const forget = useUnsaved(unsaved);
  const settle = (kept?: Partial<Values>): void => {
    if (kept === undefined) forget();
    setOpened((before) => (kept === undefined ? form.getValues() : { ...before, ...kept }));
  };
  const set = <Field extends keyof Values>(field: Field, value: Values[Field]): void => {
    const path = field as unknown as Path<Values>;
    form.setValue(path, value as PathValue<Values, Path<Values>>);
    form.clearErrors(path);
    setFailure(undefined);
  };
  const send = async (checked: Checked): Promise<boolean> => {
    let isRefused = false;
    const refuse: Refuse<Values> = (field, message) => {
      isRefused = true;
      form.setError(field as unknown as Path<Values>, { type: 'refused', message });
      setFailure(t.form.partlyRefused);
    };
    setBusy(true);
    await submit(checked, refuse)
      .catch((error: unknown) => setFailure(errorText(error, t)))
      .finally(() => setBusy(false));
    return isRefused;
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.stopPropagation();
    const { currentTarget } = event;
    if (isSubmitted.current) return event.preventDefault();
    isSubmitted.current = true;
    setFailure(undefined);
    const focus = (): void => focusFirstInvalid(currentTarget);
    void form
      .handleSubmit(
        async (checked) => ((await send(checked)) ? focus() : undefined),
        focus,
      )(event)
      .finally(() => {
        isSubmitted.current = false;
      });
  };
  return { values, errors: messagesOf(form.formState.errors), failure, busy, unsaved, settle, set, onSubmit };
}

const messagesOf = <Values extends FieldValues>(faults: FieldFaults<Values>): FieldErrors<Values> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, fault?.message])) as FieldErrors<Values>;

const ownChecks =
  <Values extends FieldValues>(check: (values: Values) => FieldErrors<Values>): Resolver<Values, unknown, Values> =>
  (values) => {
    const wrong = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    if (wrong.length === 0) return { values, errors: {} };
    const faults = wrong.map(([field, message]) => [field, { type: 'own', message }] as const);
    return { values: {}, errors: Object.fromEntries(faults) as FieldFaults<Values> };
  };
