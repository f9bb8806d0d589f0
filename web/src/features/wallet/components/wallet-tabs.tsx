import { chakra, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router-dom';
import type { Language } from '../../../shared/i18n/language.ts';
import { useLanguage, useTexts } from '../../../shared/i18n/text.tsx';

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

/** Apart from the wallet's other texts, which the statement does without. */
const walletTabs: Readonly<Record<Language, { readonly overview: string; readonly orders: string }>> = {
  en: { overview: 'Overview', orders: 'Payment orders' },
  zh: { overview: '概览', orders: '充值订单' },
};

export function WalletTabs(): ReactElement {
  const t = useTexts();
  const own = walletTabs[useLanguage()];
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
