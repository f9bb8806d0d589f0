import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { errorText } from '../ui/error-text.ts';
import { tellFailure, tellSuccess } from '../ui/toaster.tsx';
import { useCountdown } from './countdown.ts';
import { emailError } from './email-error.ts';
import { useSendCodeMutation } from './mail-api.ts';
import { mailTexts } from './texts.ts';

type SendCode = {
  /** Checks the e-mail first, as it is typed. */
  readonly send: (email: string) => Promise<void>;
  readonly busy: boolean;
  /** Seconds until it may be sent again. */
  readonly left: number;
  /** What is wrong with the e-mail, until another one is typed. */
  readonly refusal: string | undefined;
  readonly forget: () => void;
};

/** Mails a code that proves an e-mail. A failure that is not the e-mail's is told as everywhere. */
export function useSendCode(): SendCode {
  const t = useTexts();
  const own = useOwnTexts(mailTexts);
  const [mail, { isLoading }] = useSendCodeMutation();
  const { left, start } = useCountdown();
  const [refusal, setRefusal] = useState<string>();
  const send = async (email: string): Promise<void> => {
    const fault = emailError(email, t);
    setRefusal(fault);
    if (fault !== undefined) return;
    const { error } = await mail(email.trim());
    if (error === undefined) {
      start();
      tellSuccess(own.codeSent);
    } else if (toApiError(error).kind === 'refused') setRefusal(errorText(error, t));
    else tellFailure(error, t);
  };
  return { send, busy: isLoading, left, refusal, forget: () => setRefusal(undefined) };
}
