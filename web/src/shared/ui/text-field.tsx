import { Field, Input, type InputProps } from '@chakra-ui/react';
import type { HTMLInputAutoCompleteAttribute, ReactElement, ReactNode, Ref } from 'react';

export type FieldFrameProps = {
  readonly label: string;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
};

/** A label above, help or what is wrong below. */
export function FieldFrame({
  label,
  error,
  help,
  required = false,
  disabled = false,
  children,
}: FieldFrameProps & { readonly children: ReactNode }): ReactElement {
  return (
    <Field.Root invalid={error !== undefined} required={required} disabled={disabled}>
      <Field.Label fontSize="13px">
        {label}
        {required ? <Field.RequiredIndicator color="fg.muted" /> : null}
      </Field.Label>
      {children}
      {error === undefined ? (
        help ? (
          <Field.HelperText fontSize="12px">{help}</Field.HelperText>
        ) : null
      ) : (
        <Field.ErrorText fontSize="12px">{error}</Field.ErrorText>
      )}
    </Field.Root>
  );
}

const alone = (input: ReactElement<InputProps>): ReactElement => input;

type TextFieldProps = FieldFrameProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'datetime-local';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly placeholder?: string | undefined;
  readonly mono?: boolean;
  readonly numeric?: boolean;
  /** Puts the input into something, with what stands beside it. */
  readonly around?: (input: ReactElement<InputProps>) => ReactElement;
  readonly autoFocus?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
};

export function TextField({
  value,
  onChange,
  type = 'text',
  autoComplete = 'off',
  placeholder,
  mono,
  numeric,
  around = alone,
  autoFocus,
  inputRef,
  ...frame
}: TextFieldProps): ReactElement {
  const input = (
    <Input
      type={type}
      value={value}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      autoComplete={autoComplete}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      fontFamily={mono ? 'mono' : undefined}
      fontVariantNumeric={numeric ? 'tabular-nums' : undefined}
      inputMode={numeric ? 'decimal' : undefined}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(autoFocus ? { autoFocus, 'data-autofocus': true } : {})}
    />
  );
  return <FieldFrame {...frame}>{around(input)}</FieldFrame>;
}
