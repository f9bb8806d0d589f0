import { Box } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { type ApiError, toApiError } from '../api/api-error.ts';
import { useLanguage, useOwnTexts } from '../i18n/text.tsx';
import { useStatus } from '../status/status-api.ts';
import { BlockedNote } from '../ui/blocked-note.tsx';
import { isOfBotCheck } from './is-of-bot-check.ts';
import { botCheckTexts } from './texts.ts';
import { createTokens } from './tokens.ts';
import { loadTurnstile } from './turnstile.ts';

/** Makes a call, with the proof where one is asked for; rejects as the call does, or with why there is no proof. */
export type Checked = <Answer>(call: (turnstile: string | undefined) => Promise<Answer>) => Promise<Answer>;

type State = 'waiting' | 'pressing' | 'proved' | 'blocked' | 'failed';

/** As high as the widget. */
const WIDGET_HEIGHT = '65px';

type BotCheckProps = { readonly isKnown: boolean; readonly onReady: (checked: Checked) => void };

/**
 * The widget, until the session has passed the check: a call that the server has let through to anything else has. Where the session is over meanwhile the
 * server says so, and the call is made once more with a proof.
 */
export function BotCheck({ isKnown, onReady }: BotCheckProps): ReactElement | null {
  const own = useOwnTexts(botCheckTexts);
  const language = useLanguage();
  const { turnstile_site_key: siteKey } = useStatus();
  const [isAsked, setIsAsked] = useState(!isKnown);
  /** Raised where the widget is drawn anew. */
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State>('waiting');
  const [tokens] = useState(createTokens);
  const place = useRef<HTMLDivElement>(null);
  /** As they are now, for calls that began earlier. */
  const now = useRef({ isAsked, hasFailed: false, texts: own });
  useEffect(() => {
    now.current.texts = own;
  }, [own]);

  useEffect(() => {
    if (!isAsked) return undefined;
    let end: (() => void) | undefined;
    let isOver = false;
    const fail = (why: 'blocked' | 'failed'): void => {
      if (isOver) return;
      now.current.hasFailed = true;
      setState(why);
      tokens.failed(refusal(now.current.texts.unproved));
    };
    const wait = (): void => {
      tokens.expired();
      setState('waiting');
    };
    now.current.hasFailed = false;
    wait();
    loadTurnstile().then(
      (turnstile) => {
        if (isOver || place.current === null) return;
        const id = turnstile.render(place.current, {
          sitekey: siteKey,
          theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
          language: language === 'zh' ? 'zh-cn' : 'en',
          size: 'flexible',
          callback: (token) => {
            setState('proved');
            tokens.came(token);
          },
          'expired-callback': wait,
          'timeout-callback': () => turnstile.reset(id),
          'before-interactive-callback': () => setState('pressing'),
          'after-interactive-callback': () => setState((before) => (before === 'pressing' ? 'waiting' : before)),
          'error-callback': () => {
            fail('failed');
            return true;
          },
        });
        end = () => turnstile.remove(id);
      },
      () => fail('blocked'),
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [isAsked, round, siteKey, language, tokens]);

  useEffect(() => {
    const again = (): void => setRound((before) => before + 1);
    const ask = (isNeeded: boolean): void => {
      now.current.isAsked = isNeeded;
      setIsAsked(isNeeded);
    };
    onReady(async (call) => {
      if (!now.current.isAsked) {
        try {
          return await call(undefined);
        } catch (error) {
          if (toApiError(error).code !== 'bot_check_missing') throw error;
          ask(true);
        }
      } else if (now.current.hasFailed) again();
      const token = await tokens.take();
      try {
        const answer = await call(token);
        ask(false);
        return answer;
      } catch (error) {
        // A token is good once.
        if (toApiError(error).kind === 'refused' && !isOfBotCheck(error)) ask(false);
        else again();
        throw error;
      }
    });
  }, [onReady, tokens]);

  if (!isAsked) return null;
  const isWrong = state === 'blocked' || state === 'failed';
  return (
    <Box width="100%" fontSize="13px" lineHeight="18px">
      <Box ref={place} minH={isWrong ? undefined : WIDGET_HEIGHT} />
      <Box role="status" color="fg.muted" minH="18px">
        {state === 'waiting' ? own.wait : state === 'pressing' ? own.press : null}
      </Box>
      <BlockedNote text={isWrong ? own[state] : undefined} retry={() => setRound((before) => before + 1)} />
    </Box>
  );
}

/** As forms say what a call answers. */
const refusal = (message: string): ApiError => ({
  kind: 'refused',
  status: 0,
  message,
  requestId: undefined,
  code: 'bot_check_failed',
});
