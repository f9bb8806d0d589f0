import { chakra } from '@chakra-ui/react';
import { useCallback, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { showByHand } from './by-hand.tsx';
import { tellSuccess } from './toaster.tsx';

/** Writes to the clipboard, also where the page is not served securely and browsers have no clipboard for scripts. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    const before = document.activeElement;
    // A dialog takes the focus back from what stands beside it.
    (before?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return done;
  }
}

/** Copies and says so; where the browser refuses, shows the text in a dialog for copying by hand (docs/console.md#messages). */
export function useCopy(): (text: string, told?: string) => Promise<void> {
  const t = useTexts();
  return useCallback(
    async (text: string, told?: string) => {
      if (await writeClipboard(text)) tellSuccess(told ?? t.common.copied);
      else showByHand(text);
    },
    [t],
  );
}

/** `abcd…wxyz`: both ends of a key or id, which is what people compare. */
export const middle = (text: string, characters = 16): string => {
  if (text.length <= characters) return text;
  const head = Math.ceil((characters - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (characters - 1 - head))}`;
};

type CopyTextProps = {
  readonly text: string;
  readonly shown?: string;
  readonly characters?: number;
  readonly label?: string;
};

/**
 * A key, id or model name: monospace, shortened in the middle, copied on click. Its name holds what is shown, which people may say to it; what is
 * shortened nobody says.
 */
export function CopyText({ text, shown, characters = 24, label }: CopyTextProps): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const visible = shown ?? middle(text, characters);
  const isWhole = visible === text;
  return (
    <chakra.button
      type="button"
      htmlTranslate="no"
      fontFamily="mono"
      fontSize="12px"
      cursor="copy"
      textDecoration="underline dotted"
      textDecorationColor="border.emphasized"
      textUnderlineOffset="3px"
      px="1"
      mx="-1"
      borderRadius="4px"
      minH="24px"
      whiteSpace="nowrap"
      textAlign="start"
      _hover={{ bg: 'gray.muted' }}
      title={text}
      aria-label={[t.common.copy, label ?? '', label === undefined || isWhole ? text : ''].filter(Boolean).join(' ')}
      onClick={(event) => {
        event.stopPropagation();
        void copy(text);
      }}
    >
      {visible}
    </chakra.button>
  );
}
