import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export type FrameProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** What has the focus at first, where that is not the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Nothing but what stands in it closes it. */
  readonly stays?: boolean;
  /** For a table. */
  readonly wide?: boolean;
};

/** A dialog; it is open while it is rendered. */
export function DialogFrame({
  title,
  onClose,
  children,
  role = 'dialog',
  wide = false,
  stays = false,
  initialFocus,
}: FrameProps): ReactElement {
  const t = useTexts();
  useReturnFocus();
  return (
    <Dialog.Root
      open
      role={role}
      closeOnEscape={!stays}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
      closeOnInteractOutside={!stays && role !== 'alertdialog'}
      placement="center"
      size={wide ? 'lg' : 'sm'}
      scrollBehavior={wide ? 'inside' : 'outside'}
      onOpenChange={(details) => !details.open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop bg="blackAlpha.500" />
        <Dialog.Positioner>
          <Dialog.Content bg="bg" borderWidth="1px" mx="3">
            <Dialog.Header pb="2" pe="12">
              <Dialog.Title fontSize="16px" lineHeight="24px" fontWeight="600" overflowWrap="anywhere">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            {children}
            {stays ? null : (
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t.common.close} />
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
