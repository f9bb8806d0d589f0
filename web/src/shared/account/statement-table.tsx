import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react';
import { Fragment, useState, type ReactElement } from 'react';
import { LuChevronDown, LuChevronRight } from 'react-icons/lu';
import { onDemand } from '../ui/on-demand.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { CHARGES_PAGE, timesOf } from './charges-of-line.ts';
import type { StatementTableProps } from './narrow-statement.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { StatementEntryText, useInStatement } from './statement-context.tsx';
import type { StatementLine } from './statement-days.ts';
import { MoreEntries } from './statement-more.tsx';
import { statementTexts } from './statement-texts.ts';
import { useOpenedLine } from './use-opened-line.ts';

const NarrowStatement = onDemand(async () => (await import('./narrow-statement.tsx')).NarrowStatement);

const style: SystemStyleObject = {
  width: '100%',
  fontSize: '13px',
  lineHeight: '20px',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: '3', py: '1.5', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { bg: 'bg.panel', color: 'fg.muted', fontWeight: 500, borderBottomWidth: '1px', whiteSpace: 'nowrap' },
  '& [data-time]': { whiteSpace: 'nowrap' },
  '& [data-text]': { overflowWrap: 'anywhere' },
  '& [data-figure]': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& tbody tr[data-day] th': { fontWeight: 600, pt: '4', borderBottomWidth: '1px' },
  '& tbody tr[data-entry] td': { borderBottomWidth: '1px' },
  '& tr[data-edge] td': { fontWeight: 600, py: '2.5' },
  '& tr[data-single] td': { color: 'fg.muted', fontSize: '12px', py: '1' },
  '@media print': { fontSize: '11px', '& tr': { breakInside: 'avoid' } },
};

/** The statement like a bank's: by day, each line with the balance after it. Charges in a row are one line that opens. On small screens see there. */
export function StatementTable(props: StatementTableProps): ReactElement {
  const narrow = useNarrow();
  return narrow ? <NarrowStatement {...props} /> : <WideStatement {...props} />;
}

function WideStatement({ statement, days, more }: StatementTableProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementTexts);
  return (
    <Box borderWidth="1px" borderRadius="l3" overflowX="auto">
      <chakra.table css={style} aria-label={t.nav.statement}>
        <thead>
          <tr>
            <th data-time>{t.statement.time}</th>
            <th>{t.statement.entry}</th>
            <th data-figure>{t.statement.amount}</th>
            <th data-figure>{t.statement.balance}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-edge>
            <td data-time />
            <td>{t.statement.opening}</td>
            <td />
            <td data-figure>
              <Money quota={statement.opening} digits={6} />
            </td>
          </tr>
          {days.map((day) => (
            <Fragment key={day.day}>
              <tr data-day>
                <th scope="rowgroup" colSpan={4}>
                  {day.day === '' ? own.before : day.day}
                </th>
              </tr>
              {day.lines.map((line, index) => (
                <Line key={index} line={line} />
              ))}
            </Fragment>
          ))}
          {more ? <MoreEntries {...more} columns={4} /> : null}
          <tr data-edge>
            <td data-time />
            <td>{t.statement.closing}</td>
            <td />
            <td data-figure>
              <Money quota={statement.closing} digits={6} />
            </td>
          </tr>
        </tbody>
      </chakra.table>
    </Box>
  );
}

function Line({ line }: { readonly line: StatementLine }): ReactElement {
  const t = useTexts();
  const { timeOf } = useInStatement();
  const { isOpen, toggle } = useOpenedLine(line);
  const [most, setMost] = useState(CHARGES_PAGE);
  const shown = isOpen ? most : 0;
  if (line.kind === 'entry') {
    const { entry } = line;
    return (
      <tr data-entry>
        <td data-time>{timeOf(entry)}</td>
        <td data-text>
          <StatementEntryText entry={entry} />
          {entry.request_id ? <ReceiptButton requestId={entry.request_id} /> : null}
        </td>
        <td data-figure>
          <Money quota={entry.amount} digits={6} kind={entry.kind} signed />
        </td>
        <td data-figure>
          <Money quota={line.balance} digits={6} />
        </td>
      </tr>
    );
  }
  const { charges } = line;
  return (
    <>
      <tr data-entry>
        <td data-time>{timesOf(charges, timeOf)}</td>
        <td>
          <chakra.button
            type="button"
            aria-expanded={isOpen}
            display="inline-flex"
            alignItems="center"
            gap="1"
            textAlign="start"
            onClick={toggle}
          >
            {t.statement.chargesOf(formatCount(charges.length), charges.length)}
            <chakra.span className="no-print" aria-hidden color="fg.muted">
              {isOpen ? <LuChevronDown /> : <LuChevronRight />}
            </chakra.span>
          </chakra.button>
        </td>
        <td data-figure>
          <Money quota={line.amount} digits={6} kind="charge" signed />
        </td>
        <td data-figure>
          <Money quota={line.balance} digits={6} />
        </td>
      </tr>
      {shown > 0
        ? charges.slice(0, shown).map((charge) => (
            <tr key={charge.position} data-single>
              <td data-time>{timeOf(charge)}</td>
              <td data-text>
                <StatementEntryText entry={charge} />
                {charge.request_id ? <ReceiptButton requestId={charge.request_id} /> : null}
              </td>
              <td data-figure>
                <Money quota={charge.amount} digits={6} signed />
              </td>
              <td data-figure>
                <Money quota={charge.balance} digits={6} />
              </td>
            </tr>
          ))
        : null}
      {shown > 0 && charges.length > shown ? (
        <tr data-single>
          <td data-time />
          <td colSpan={3}>
            <chakra.button type="button" textAlign="start" onClick={() => setMost(most + CHARGES_PAGE)}>
              {t.statement.moreCharges(formatCount(charges.length - shown))}
            </chakra.button>
          </td>
        </tr>
      ) : null}
    </>
  );
}
