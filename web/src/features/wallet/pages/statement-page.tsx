import type { ReactElement } from 'react';
import { AccountStatement, StatementFiles } from '../../../shared/account/account-statement.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { OwnAccount } from '../components/own-account.tsx';
import { WalletTabs } from '../components/wallet-tabs.tsx';

const OWN = { userId: undefined };

/** One's own statement. */
export function StatementPage(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  return (
    <OwnAccount tab="statement">
      <Page title={t.nav.statement} action={<StatementFiles of={OWN} />}>
        <WalletTabs />
        <AccountStatement of={OWN} name={user?.username ?? ''} />
      </Page>
    </OwnAccount>
  );
}
