import { chakra, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { walletTexts } from '../texts.ts';

const Tab = chakra(NavLink, {
  base: {
    px: '1',
    me: '5',
    minH: '36px',
    display: 'inline-flex',
    alignItems: 'center',
    color: 'fg.muted',
    fontWeight: 500,
    borderBottomWidth: '2px',
    borderBottomColor: 'transparent',
    mb: '-1px',
    '&.active': { color: 'fg', borderBottomColor: 'brand' },
    _hover: { color: 'fg' },
  },
});

export function WalletTabs(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(walletTexts);
  return (
    <Flex as="nav" aria-label={t.nav.topup} className="no-print" borderBottomWidth="1px" mb="6" overflowX="auto">
      <Tab to="/topup" end>
        {own.overview}
      </Tab>
      <Tab to="/topup/orders">{own.orders}</Tab>
      <Tab to="/topup/statement">{t.nav.statement}</Tab>
      <Tab to="/topup/ledger">{t.nav.ledger}</Tab>
    </Flex>
  );
}
