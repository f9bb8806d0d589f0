import { Button, chakra, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { type Channel, useEnableChannelKeyMutation } from '../api/channels-api.ts';
import { whyPutAside } from '../put-aside-keys.ts';

type PutAsideKeyProps = { readonly channelId: number; readonly of: Channel['keys'][number] };

/** One of a channel's keys that calls do not use: why, since when, and the way back. */
export function PutAsideKey({ channelId, of }: PutAsideKeyProps): ReactElement | null {
  const t = useTexts();
  const [enable, { isLoading, isSuccess }] = useEnableChannelKeyMutation();
  if (isSuccess) return null;
  return (
    <Flex gap="3" align="center" justify="space-between" w="full">
      <chakra.p fontSize="sm" color="danger">
        {t.channels.keyDisabled(of.number, whyPutAside(of))}
      </chakra.p>
      <Button
        size="xs"
        loading={isLoading}
        aria-label={t.channels.keyEnableOf(of.number)}
        onClick={() => void enable({ id: channelId, number: of.number })}
      >
        {t.channels.keyEnable}
      </Button>
    </Flex>
  );
}
