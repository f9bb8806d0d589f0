import { Button, Flex, Skeleton, Text, Box } from '@chakra-ui/react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { asFigures } from '../../../shared/api/figures.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { shownClock } from '../../../shared/time/zone.ts';
import { Page, Section } from '../../../shared/ui/page.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { RedeemForm } from '../components/redeem-form.tsx';
import { statementDefaults, statementRange } from '../../../shared/account/statement-choice.ts';
import { StatementView } from '../../../shared/account/statement-view.tsx';
import { topUpTitles } from '../../../shared/topup/titles.ts';
import { TopUp } from '../components/top-up.tsx';
import { WalletTabs } from '../components/wallet-tabs.tsx';
import { walletTexts } from '../texts.ts';

const OWN = { userId: undefined };
const RECENT = { ...statementDefaults, range: '7d' };

export function WalletPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(walletTexts);
  const language = useLanguage();
  const query = useSelfQuery(undefined, asFigures);
  const { data: self } = query;
  const clock = shownClock();
  const now = useNow();
  const range = useMemo(() => statementRange(RECENT, now, clock), [now, clock]);
  return (
    <Page title={t.nav.topup} about={own.about}>
      <WalletTabs />
      {query.error && !self ? (
        <FailedState what={own.balance} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Box mb="8">
          <Flex as="dl" gap={{ base: '6', sm: '12' }} wrap="wrap" mb="1" align="flex-end">
            <Figure label={own.balance} large>
              {self ? <Money quota={self.quota} /> : undefined}
            </Figure>
            <Figure label={own.used}>{self ? <Money quota={self.used_quota} digits={6} /> : undefined}</Figure>
            <Figure label={own.requests}>{self ? formatCount(self.request_count) : undefined}</Figure>
          </Flex>
          <AsOf queries={[query]} />
        </Box>
      )}
      <Section title={topUpTitles[language].topUp} about={own.topUpAbout}>
        <TopUp />
      </Section>
      <Section title={own.redeemTitle} about={own.redeemAbout}>
        <RedeemForm />
      </Section>
      <Section
        title={own.recent}
        action={
          <Button asChild size="xs" variant="outline">
            <Link to="/topup/statement">{own.fullStatement}</Link>
          </Button>
        }
      >
        <StatementView choice={RECENT} of={OWN} clock={clock} range={range} />
      </Section>
    </Page>
  );
}

function Figure({
  label,
  large = false,
  children,
}: {
  readonly label: string;
  readonly large?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const size = large ? '28px' : '16px';
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="13px">
        {label}
      </Text>
      <Box
        as="dd"
        fontSize={size}
        lineHeight={large ? '36px' : '24px'}
        fontWeight="600"
        letterSpacing="-0.01em"
        data-figure={label}
      >
        {children ?? <Skeleton height={size} width="120px" my="1" />}
      </Box>
    </Box>
  );
}
