import { createToaster, HStack, Stack, Toast, Toaster } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { keepToastsPlaced, toastOffsets } from './keep-toasts-placed.ts';

const TOASTS_MAX = 4;

/** At the lower edge, unless something that can be pressed stands there (toast-place.ts). */
export const toaster = createToaster({
  placement: 'bottom',
  pauseOnPageIdle: true,
  max: TOASTS_MAX,
  overlap: false,
  offsets: toastOffsets,
});

const edge: Readonly<Record<string, string>> = { success: 'brand', error: 'danger', info: 'info' };

let tellMounted: () => void = () => undefined;
/** Readers of the screen hear of what comes into a region that is there before it. */
export const mounted = new Promise<void>((resolve) => {
  tellMounted = resolve;
});

/** The live region in which toasts appear. */
export function ToastRegion(): ReactElement {
  useEffect(() => tellMounted(), []);
  return (
    <Toaster toaster={toaster}>
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
    </Toaster>
  );
}

function Placed(): null {
  useEffect(keepToastsPlaced, []);
  return null;
}
