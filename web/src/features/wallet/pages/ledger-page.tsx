import type { ReactElement } from 'react';
import { AccountLedger } from '../../../shared/account/account-ledger.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { OwnAccount } from '../components/own-account.tsx';
import { WalletTabs } from '../components/wallet-tabs.tsx';

/** The events of one's own account. */
export function LedgerPage(): ReactElement {
  const t = useTexts();
  return (
    <OwnAccount tab="ledger">
      <Page title={t.nav.ledger} about={t.ledger.about}>
        <WalletTabs />
        <AccountLedger userId={undefined} />
      </Page>
    </OwnAccount>
  );
}
