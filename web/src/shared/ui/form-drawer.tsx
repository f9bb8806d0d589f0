import { Button, chakra, CloseButton, Drawer, Flex, Portal, Stack } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { ConnectionLine } from '../connection/connection-line.tsx';
import { useTexts } from '../i18n/text.tsx';
import { FailureNote } from './failure-note.tsx';
import type { Form } from './use-form.ts';
import { useClosing } from './use-leaving.ts';
import { useNarrow } from './use-narrow.ts';
import { useReturnFocus } from './use-return-focus.ts';

type DrawerProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
};

/** A drawer of 600 px beside the list, the whole screen on small ones (docs/console.md#forms). It is open while it is rendered. */
export function SideDrawer({ title, onClose, children, footer }: DrawerProps): ReactElement {
  const t = useTexts();
  const isNarrow = useNarrow();
  useReturnFocus();
  return (
    <Drawer.Root open placement="end" size="full" onOpenChange={(details) => !details.open && onClose()}>
      <Portal>
        <Drawer.Backdrop bg="blackAlpha.400" />
        <Drawer.Positioner>
          <Drawer.Content bg="bg" maxW={{ base: '100vw', sm: '600px' }} borderInlineStartWidth={{ sm: '1px' }}>
            <Drawer.Header borderBottomWidth="1px" py="3" ps={{ base: '4', sm: '6' }} pe="12">
              <Drawer.Title fontSize="16px" lineHeight="24px" fontWeight="600" overflowWrap="anywhere">
                {title}
              </Drawer.Title>
            </Drawer.Header>
            {/* Where it covers the line under the top bar. */}
            {isNarrow ? <ConnectionLine /> : null}
            {children}
            {footer}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t.common.close} top="2" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}

type FormDrawerProps<Values> = Omit<DrawerProps, 'footer'> & {
  readonly form: Form<Values>;
  readonly save: string;
  /** What it is to be saved by is not there yet. */
  readonly waits?: boolean;
};

/** Create and edit: the list stays in sight, the button shows the saving, a failure leaves the form as it is. */
export function FormDrawer<Values>({
  title,
  onClose,
  form,
  save,
  waits = false,
  children,
}: FormDrawerProps<Values>): ReactElement {
  const t = useTexts();
  const close = useClosing(form.unsaved, onClose);
  return (
    <SideDrawer title={title} onClose={close}>
      <chakra.form display="contents" noValidate onSubmit={form.onSubmit}>
        <Drawer.Body px={{ base: '4', sm: '6' }} py="5">
          <Stack gap="4">{children}</Stack>
        </Drawer.Body>
        <Drawer.Footer borderTopWidth="1px" px={{ base: '4', sm: '6' }} py="3">
          <FailureNote text={form.failure} />
          <Flex gap="2">
            <Button variant="outline" onClick={close}>
              {t.common.cancel}
            </Button>
            <Button
              type="submit"
              variant="solid"
              colorPalette="brand"
              disabled={waits}
              loading={form.busy}
              loadingText={t.common.saving}
            >
              {save}
            </Button>
          </Flex>
        </Drawer.Footer>
      </chakra.form>
    </SideDrawer>
  );
}
