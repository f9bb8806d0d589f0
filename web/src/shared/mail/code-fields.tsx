import { Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { Checked } from '../bot-check/bot-check.tsx';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { mailTexts } from './texts.ts';
import { useSendCode } from './use-send-code.ts';

/** Below a label of one line. */
const LABEL_HEIGHT = '26px';

type Proof = { readonly email: string; readonly code: string };

type CodeFieldsProps = {
  readonly values: Proof;
  readonly errors: { readonly [Field in keyof Proof]?: string | undefined };
  readonly set: (field: keyof Proof, value: string) => void;
  readonly checked: Checked;
};

/** An e-mail, and the code that is mailed to it as a proof; what is wrong with the e-mail is said at its field. */
export function CodeFields({ values, errors, set, checked }: CodeFieldsProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(mailTexts);
  const { send, busy, left, refusal, forget } = useSendCode(checked);
  return (
    <>
      <Flex gap="2" align="flex-start" width="100%">
        <TextField
          label={t.register.email}
          type="email"
          value={values.email}
          onChange={(email) => {
            forget();
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
          loading={busy}
          disabled={left > 0}
          onClick={() => void send(values.email)}
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
