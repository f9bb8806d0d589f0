import { Button, Flex } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { errorText } from '../ui/error-text.ts';
import { TextField } from '../ui/text-field.tsx';
import { tellFailure, tellSuccess } from '../ui/toaster.tsx';
import { useCountdown } from './countdown.ts';
import { emailError } from './email-error.ts';
import { useSendCodeMutation } from './mail-api.ts';
import { mailTexts } from './texts.ts';

/** Below a label of one line. */
const LABEL_HEIGHT = '26px';

type Proof = { readonly email: string; readonly code: string };

type CodeFieldsProps = {
  readonly values: Proof;
  readonly errors: { readonly [Field in keyof Proof]?: string | undefined };
  readonly set: (field: keyof Proof, value: string) => void;
};

/** An e-mail, and the code that is mailed to it as a proof; what is wrong with the e-mail is said at its field. */
export function CodeFields({ values, errors, set }: CodeFieldsProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(mailTexts);
  const [send, { isLoading }] = useSendCodeMutation();
  const { left, start } = useCountdown();
  const [refusal, setRefusal] = useState<string>();
  const mailCode = async (): Promise<void> => {
    const fault = emailError(values.email, t);
    setRefusal(fault);
    if (fault !== undefined) return;
    const { error } = await send(values.email.trim());
    if (error === undefined) {
      start();
      tellSuccess(own.codeSent);
    } else if (toApiError(error).kind === 'refused') setRefusal(errorText(error, t));
    else tellFailure(error, t);
  };
  return (
    <>
      <Flex gap="2" align="flex-start" width="100%">
        <TextField
          label={t.register.email}
          type="email"
          value={values.email}
          onChange={(email) => {
            setRefusal(undefined);
            set('email', email);
          }}
          error={errors.email ?? refusal}
          autoComplete="email"
        />
        <Button
          mt={LABEL_HEIGHT}
          flexShrink="0"
          minW="112px"
          fontVariantNumeric="tabular-nums"
          loading={isLoading}
          disabled={left > 0}
          onClick={() => void mailCode()}
        >
          {left > 0 ? own.again(left) : own.sendCode}
        </Button>
      </Flex>
      <TextField
        label={own.code}
        value={values.code}
        onChange={(code) => set('code', code)}
        error={errors.code}
        help={own.codeAbout}
        autoComplete="one-time-code"
        mono
      />
    </>
  );
}
