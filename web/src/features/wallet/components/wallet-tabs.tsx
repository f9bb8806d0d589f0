import { chakra, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { NavLink, useSearchParams } from 'react-router-dom';
import { useTexts } from '../../../shared/i18n/text.tsx';

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

/** Whose account an administrator looks at: `?user=`; undefined is one's own. */
export function useWhose(): number | undefined {
  const [params] = useSearchParams();
  const id = Number(params.get('user'));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function WalletTabs({ userId }: { readonly userId?: number | undefined }): ReactElement {
  const t = useTexts();
  const query = userId === undefined ? '' : `?user=${userId}`;
  return (
    <Flex as="nav" aria-label={t.nav.topup} className="no-print" borderBottomWidth="1px" mb="6" overflowX="auto">
      {userId === undefined ? (
        <Tab to="/topup" end>
          {t.wallet.overview}
        </Tab>
      ) : null}
      <Tab to={`/topup/statement${query}`}>{t.nav.statement}</Tab>
      <Tab to={`/topup/ledger${query}`}>{t.nav.ledger}</Tab>
    </Flex>
  );
}
