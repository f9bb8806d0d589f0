import { Box, Button, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuPrinter } from 'react-icons/lu';
import { RangePicker } from '../filters/range-picker.tsx';
import { readRange } from '../filters/read-range.ts';
import { useFilters } from '../filters/use-filters.ts';
import { useTexts } from '../i18n/text.tsx';
import { formatTime } from '../time/time-format.ts';
import { useNow } from '../time/use-now.ts';
import { zoneName } from '../time/zone.ts';
import { StatementView } from './statement-view.tsx';

const defaults = { range: 'month' } as const;

type AccountStatementProps = {
  /** undefined: one's own. */
  readonly userId: number | undefined;
  readonly name: string;
};

/** A statement over a range that is chosen, for the screen and for A4. */
export function AccountStatement({ userId, name }: AccountStatementProps): ReactElement {
  const t = useTexts();
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const range = readRange(values.range, useNow());
  return (
    <>
      <Box className="no-print" mb="5">
        <RangePicker value={values.range} onChange={(chosen) => set({ range: chosen })} />
      </Box>
      <Text color="fg.muted" fontSize="13px" mb="4">
        {t.statement.period(name, formatTime(range.start), formatTime(range.end), zoneName())}
      </Text>
      <StatementView range={values.range} userId={userId} />
    </>
  );
}

export function PrintStatement(): ReactElement {
  const t = useTexts();
  return (
    <Button onClick={() => window.print()}>
      <LuPrinter />
      {t.statement.print}
    </Button>
  );
}
