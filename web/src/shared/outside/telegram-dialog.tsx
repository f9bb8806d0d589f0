import { Box, Button, Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { useStatus } from '../status/status-api.ts';
import { BlockedNote } from '../ui/blocked-note.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { errorText } from '../ui/error-text.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { loadScript } from '../ui/load-script.ts';
import { outsideTexts } from './texts.ts';

/** Telegram docs, "Telegram Login Widget". */
const SCRIPT = 'https://telegram.org/js/telegram-widget.js';
/** What the widget calls; it takes a name alone. */
const CALLED = 'ledgateTelegramSigned';
const WIDGET_HEIGHT = '40px';

/** What the widget signed, each field as it stands there: a call that leaves one out is not what was signed. */
export type SignedByTelegram = Readonly<Record<string, string>>;

export type TelegramDialogProps = {
  readonly title: string;
  /** Rejects with the call's error; then the dialog stays. */
  readonly submit: (signed: SignedByTelegram) => Promise<void>;
  readonly onClose: () => void;
};

/** The button of Telegram, which is asked for once somebody wants it: whoever does not tells Telegram nothing. */
export function TelegramDialog({ title, submit, onClose }: TelegramDialogProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(outsideTexts);
  const { telegram_bot_name: bot } = useStatus();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'loading' | 'there' | 'blocked'>('loading');
  const [failure, setFailure] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const signed = useRef<(fields: SignedByTelegram) => void>(undefined);
  useEffect(() => {
    signed.current = (fields) => {
      setFailure(undefined);
      submit(fields).catch((error: unknown) => setFailure(errorText(error, t)));
    };
  }, [submit, t]);
  useEffect(() => {
    const { current: parent } = place;
    if (parent === null) return undefined;
    let isOver = false;
    const called = (user: object): void =>
      signed.current?.(Object.fromEntries(Object.entries(user).map(([name, value]) => [name, String(value)])));
    Object.assign(window, { [CALLED]: called });
    setState('loading');
    loadScript(SCRIPT, parent, {
      'data-telegram-login': bot,
      'data-size': 'large',
      'data-onauth': `${CALLED}(user)`,
    }).then(
      () => !isOver && setState('there'),
      () => !isOver && setState('blocked'),
    );
    return () => {
      isOver = true;
      parent.replaceChildren();
      Reflect.deleteProperty(window, CALLED);
    };
  }, [bot, round]);
  return (
    <DialogFrame title={title} onClose={onClose}>
      <Dialog.Body>
        <Stack gap="4">
          <Text color="fg.muted">{own.telegramAbout}</Text>
          <Flex ref={place} justify="center" minH={state === 'blocked' ? undefined : WIDGET_HEIGHT} />
          <Box role="status" fontSize="13px" color="fg.muted">
            {state === 'loading' ? own.telegramWait : null}
          </Box>
          <BlockedNote
            text={state === 'blocked' ? own.telegramBlocked : undefined}
            retry={() => setRound((before) => before + 1)}
          />
          <FailureNote text={failure} />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
