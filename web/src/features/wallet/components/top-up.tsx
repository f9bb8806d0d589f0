import { Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useStatus } from '../../../shared/status/status-api.ts';
import { walletTexts } from '../texts.ts';
import { TopUpForm } from './top-up-form.tsx';

/** Online top-up, where the operator has it. */
export function TopUp(): ReactElement {
  const own = useOwnTexts(walletTexts);
  const { enable_online_topup: isOn } = useStatus();
  return isOn ? <TopUpForm /> : <Text color="fg.muted">{own.topUpOff}</Text>;
}
