import { createToaster, HStack, Stack, Toast, Toaster as ToastRegion } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { toApiError } from '../api/api-error.ts';
import type { Texts } from '../i18n/text.tsx';
import { errorText } from './error-text.ts';
import { keepToastsPlaced, toastOffsets } from './keep-toasts-placed.ts';

const TOASTS_MAX = 4;
const SHOWN_MS = 5000;
const LONGER_MS = 9000;

/** At the lower edge, unless something that can be pressed stands there (toast-place.ts). */
const toaster = createToaster({
  placement: 'bottom',
  pauseOnPageIdle: true,
  max: TOASTS_MAX,
  overlap: false,
  offsets: toastOffsets,
});

type Undo = { readonly label: string; readonly onClick: () => void };

export const tellSuccess = (title: string, undo?: Undo): void => {
  toaster.create({ type: 'success', title, duration: undo ? LONGER_MS : SHOWN_MS, ...(undo ? { action: undo } : {}) });
};

/** A failed call: what happened and the request id, so that an operator can find it. 405 is no error but a notice (docs/console.md#messages). */
export const tellFailure = (error: unknown, t: Texts): void => {
  const { requestId, status } = toApiError(error);
  toaster.create({
    type: status === 405 ? 'info' : 'error',
    title: errorText(error, t),
    duration: LONGER_MS,
    ...(requestId ? { description: `${t.states.requestId} ${requestId}` } : {}),
  });
};

/** Many calls at once may end with the same words: they are shown once. */
export const tellNotice = (title: string): void => {
  if (!toaster.isVisible(title)) toaster.create({ id: title, type: 'info', title, duration: LONGER_MS });
};

const edge: Readonly<Record<string, string>> = { success: 'brand', error: 'danger', info: 'info' };

/** The live region in which toasts appear. */
export function Toaster(): ReactElement {
  return (
    <ToastRegion toaster={toaster}>
      {(toast) => (
        <Toast.Root
          bg="bg"
          color="fg"
          borderWidth="1px"
          borderColor="border"
          borderInlineStartWidth="3px"
          borderInlineStartColor={edge[toast.type ?? ''] ?? 'border'}
          // Beside it the actions of rows and the buttons that close stay free on a small screen.
          width={{ base: 'calc(100vw - 88px)', sm: '360px' }}
          maxW="360px"
          boxShadow="md"
        >
          <Placed />
          <Stack gap="0.5" flex="1" minW="0">
            <Toast.Title fontWeight="500">{toast.title}</Toast.Title>
            {toast.description ? (
              <Toast.Description color="fg.muted" fontSize="12px" wordBreak="break-all">
                {toast.description}
              </Toast.Description>
            ) : null}
          </Stack>
          <HStack gap="2">
            {toast.action ? (
              <Toast.ActionTrigger color="brand" borderWidth="0" fontWeight="500">
                {toast.action.label}
              </Toast.ActionTrigger>
            ) : null}
            <Toast.CloseTrigger color="fg.muted" position="static" />
          </HStack>
        </Toast.Root>
      )}
    </ToastRegion>
  );
}

function Placed(): null {
  useEffect(keepToastsPlaced, []);
  return null;
}
