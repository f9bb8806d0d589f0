import { Box, Button, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuPrinter } from 'react-icons/lu';
import { RangePicker, readRange } from '../../../shared/filters/range-picker.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { zoneName } from '../../../shared/time/zone.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { useWalletUserQuery } from '../api/wallet-api.ts';
import { StatementView } from '../components/statement-view.tsx';
import { useWhose, WalletTabs } from '../components/wallet-tabs.tsx';

const defaults = { range: 'month' } as const;

/** A statement over a range, for the screen and for A4. */
export function StatementPage(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const userId = useWhose();
  const { data: other } = useWalletUserQuery(userId ?? 0, { skip: userId === undefined });
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const range = readRange(values.range, useNow());
  const name = userId === undefined ? (user?.username ?? '') : (other?.username ?? `#${userId}`);
  return (
    <Page
      title={userId === undefined ? t.nav.statement : t.statement.of(name)}
      action={
        <Button onClick={() => window.print()}>
          <LuPrinter />
          {t.statement.print}
        </Button>
      }
    >
      <WalletTabs userId={userId} />
      <Box className="no-print" mb="5">
        <RangePicker value={values.range} onChange={(chosen) => set({ range: chosen })} />
      </Box>
      <Text color="fg.muted" fontSize="13px" mb="4">
        {t.statement.period(name, formatTime(range.start), formatTime(range.end), zoneName())}
      </Text>
      <StatementView range={values.range} userId={userId} />
    </Page>
  );
}
