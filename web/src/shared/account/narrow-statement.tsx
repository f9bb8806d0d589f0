import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react';
import { Fragment, useState, type ReactElement, type ReactNode } from 'react';
import { LuChevronDown, LuChevronRight } from 'react-icons/lu';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import type { Statement, StatementEntry } from './account-api.ts';
import { CHARGES_PAGE, timesOf } from './charges-of-line.ts';
import { StatementEntryText, useInStatement } from './statement-context.tsx';
import type { StatementDay, StatementLine } from './statement-days.ts';
import { type More, MoreEntries } from './statement-more.tsx';
import { statementTexts } from './statement-texts.ts';
import { useOpenedLine } from './use-opened-line.ts';
import { ReceiptButton } from './receipt-button.tsx';

export type StatementTableProps = {
  readonly statement: Statement;
  readonly days: readonly StatementDay[];
  /** Where not all entries are there. */
  readonly more: More | undefined;
};

const style: SystemStyleObject = {
  width: '100%',
  fontSize: '13px',
  lineHeight: '20px',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: '3', py: '1', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { bg: 'bg.panel', color: 'fg.muted', fontWeight: 500, borderBottomWidth: '1px', whiteSpace: 'nowrap' },
  // Takes what the figures leave, and is cut there.
  '& [data-title]': { width: '100%', maxWidth: '0' },
  '& [data-line]': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& [aria-expanded=true] [data-line=text]': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& [data-line=below]': { color: 'fg.muted', fontSize: '12px' },
  '& [data-figure]': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& tr[data-day] th': { fontWeight: 600, pt: '3', borderBottomWidth: '1px' },
  '& tr[data-entry] td, & tr[data-single] td': { borderBottomWidth: '1px' },
  '& tr[data-edge] td': { fontWeight: 600, py: '2.5' },
  '& tr[data-single] td': { color: 'fg.muted' },
  '& tr[data-single] [data-title]': { ps: '6' },
  '@media print': { '& tr': { breakInside: 'avoid' }, '& [data-line=text]': { whiteSpace: 'normal' } },
};

/**
 * The statement below 600 px: two lines an entry, what it is with its amount, when with the balance after it. What is cut opens; charges in a row
 * open to each, and each to its receipt.
 */
export function NarrowStatement({ statement, days, more }: StatementTableProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementTexts);
  return (
    <Box borderWidth="1px" borderRadius="l3">
      <chakra.table css={style} aria-label={t.nav.statement}>
        <thead>
          <tr>
            <th>
              {t.statement.entry}
              <chakra.span data-line="below">{t.statement.time}</chakra.span>
            </th>
            <th data-figure>
              {t.statement.amount}
              <chakra.span data-line="below">{t.statement.balance}</chakra.span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Edge label={t.statement.opening} quota={statement.opening} />
          {days.map((day) => (
            <Fragment key={day.day}>
              <tr data-day>
                <th scope="rowgroup" colSpan={2}>
                  {day.day === '' ? own.before : day.day}
                </th>
              </tr>
              {day.lines.map((line, index) => (
                <Line key={index} line={line} />
              ))}
            </Fragment>
          ))}
          {more ? <MoreEntries {...more} columns={2} /> : null}
          <Edge label={t.statement.closing} quota={statement.closing} />
        </tbody>
      </chakra.table>
    </Box>
  );
}

function Edge({ label, quota }: { readonly label: string; readonly quota: number }): ReactElement {
  return (
    <tr data-edge>
      <td>{label}</td>
      <td data-figure>
        <Money quota={quota} digits={6} />
      </td>
    </tr>
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
        <td data-title>
          <Opening isOpen={isOpen} toggle={toggle}>
            <TwoLines text={<StatementEntryText entry={entry} />} isOpen={isOpen} below={timeOf(entry)} />
          </Opening>
        </td>
        <Figures amount={<Money quota={entry.amount} digits={6} kind={entry.kind} signed />} balance={line.balance} />
      </tr>
    );
  }
  const { charges } = line;
  return (
    <>
      <tr data-entry>
        <td data-title>
          <Opening isOpen={isOpen} toggle={toggle}>
            <TwoLines
              text={t.statement.chargesOf(formatCount(charges.length), charges.length)}
              isOpen={isOpen}
              below={timesOf(charges, timeOf)}
            />
          </Opening>
        </td>
        <Figures amount={<Money quota={line.amount} digits={6} kind="charge" signed />} balance={line.balance} />
      </tr>
      {charges.slice(0, shown).map((charge) => (
        <Charge key={charge.position} charge={charge} />
      ))}
      {isOpen && charges.length > shown ? (
        <tr data-single>
          <td colSpan={2}>
            <chakra.button type="button" textAlign="start" onClick={() => setMost(most + CHARGES_PAGE)}>
              {t.statement.moreCharges(formatCount(charges.length - shown))}
            </chakra.button>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Charge({ charge }: { readonly charge: StatementEntry }): ReactElement {
  const t = useTexts();
  const { timeOf } = useInStatement();
  const lines = (
    <TwoLines
      text={<StatementEntryText entry={charge} />}
      below={
        <>
          {timeOf(charge)}
          {charge.request_id === '' ? null : <chakra.span color="brand">{` · ${t.receipt.title}`}</chakra.span>}
        </>
      }
    />
  );
  return (
    <tr data-single>
      <td data-title>
        {charge.request_id === '' ? lines : <ReceiptButton requestId={charge.request_id}>{lines}</ReceiptButton>}
      </td>
      <Figures amount={<Money quota={charge.amount} digits={6} signed />} balance={charge.balance} />
    </tr>
  );
}

type OpeningProps = { readonly isOpen: boolean; readonly toggle: () => void; readonly children: ReactNode };

function Opening({ isOpen, toggle, children }: OpeningProps): ReactElement {
  return (
    <chakra.button type="button" display="block" width="full" textAlign="start" aria-expanded={isOpen} onClick={toggle}>
      {children}
    </chakra.button>
  );
}

type TwoLinesProps = {
  readonly text: ReactNode;
  readonly below: ReactNode;
  /** undefined: it does not open in place. */
  readonly isOpen?: boolean;
};

function TwoLines({ text, below, isOpen }: TwoLinesProps): ReactElement {
  return (
    <>
      <chakra.span display="flex" alignItems="center" gap="1">
        <span data-line="text">{text}</span>
        {isOpen === undefined ? null : (
          <chakra.span className="no-print" aria-hidden color="fg.muted" flexShrink="0">
            {isOpen ? <LuChevronDown /> : <LuChevronRight />}
          </chakra.span>
        )}
      </chakra.span>
      <span data-line="below">{below}</span>
    </>
  );
}

function Figures({ amount, balance }: { readonly amount: ReactNode; readonly balance: number }): ReactElement {
  return (
    <td data-figure>
      {amount}
      <span data-line="below">
        <Money quota={balance} digits={6} />
      </span>
    </td>
  );
}
