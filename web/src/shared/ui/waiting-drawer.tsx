import { Drawer, Skeleton, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { SideDrawer } from './form-drawer.tsx';
import { FailedState } from './states.tsx';

type WaitingProps = {
  readonly title: string;
  /** Why it is not there; undefined while it is asked for. */
  readonly failure: unknown;
  readonly retry: () => void;
  readonly onClose: () => void;
};

/** Until what an address names is there, or why it is not. */
export function WaitingDrawer({ title, failure, retry, onClose }: WaitingProps): ReactElement {
  return (
    <SideDrawer title={title} onClose={onClose}>
      <Drawer.Body px={{ base: '4', sm: '6' }} py="5">
        {failure !== undefined ? (
          <FailedState what={title} error={failure} retry={retry} />
        ) : (
          <Stack gap="6" aria-busy>
            {[1, 2, 3, 4, 5].map((line) => (
              <Skeleton key={line} height="36px" />
            ))}
          </Stack>
        )}
      </Drawer.Body>
    </SideDrawer>
  );
}
