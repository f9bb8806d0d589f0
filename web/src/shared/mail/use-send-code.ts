import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { isOfBotCheck } from '../bot-check/is-of-bot-check.ts';
import type { Checked } from '../bot-check/bot-check.tsx';
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
export function useSendCode(checked: Checked): SendCode {
  const t = useTexts();
  const own = useOwnTexts(mailTexts);
  const [mail] = useSendCodeMutation();
  const [isAsking, setIsAsking] = useState(false);
  const { left, start } = useCountdown();
  const [refusal, setRefusal] = useState<string>();
  const send = async (email: string): Promise<void> => {
    const fault = emailError(email, t);
    setRefusal(fault);
    if (fault !== undefined) return;
    setIsAsking(true);
    try {
      await checked((turnstile) => mail({ email: email.trim(), turnstile }).unwrap());
      start();
      tellSuccess(own.codeSent);
    } catch (error) {
      if (toApiError(error).kind === 'refused' && !isOfBotCheck(error)) setRefusal(errorText(error, t));
      else tellFailure(error, t);
    } finally {
      setIsAsking(false);
    }
  };
  return { send, busy: isAsking, left, refusal, forget: () => setRefusal(undefined) };
}
