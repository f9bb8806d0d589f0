import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { AccountLedger } from '../../../shared/account/account-ledger.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { OwnAccount } from '../components/own-account.tsx';
import { WalletTabs } from '../components/wallet-tabs.tsx';

const BalanceAtDate = onDemand(async () => (await import('../../../shared/account/balance-at-date.tsx')).BalanceAtDate);

/** The events of one's own account. */
export function LedgerPage(): ReactElement {
  const t = useTexts();
  return (
    <OwnAccount tab="ledger">
      <Page title={t.nav.ledger} about={t.ledger.about}>
        <WalletTabs />
        <Box minH="36px" mb="4" className="no-print">
          <BalanceAtDate userId={undefined} />
        </Box>
        <AccountLedger userId={undefined} />
      </Page>
    </OwnAccount>
  );
}
