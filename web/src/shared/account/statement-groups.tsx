import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { EmptyState } from '../ui/states.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import type { Statement } from './account-api.ts';
import type { Group } from './statement-choice.ts';
import { type StatementBarTexts, statementBarTexts } from './statement-bar-texts.ts';

const style: SystemStyleObject = {
  width: '100%',
  fontSize: '13px',
  lineHeight: '20px',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: '3', py: '1.5', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { bg: 'bg.panel', color: 'fg.muted', fontWeight: 500, borderBottomWidth: '1px', whiteSpace: 'nowrap' },
  '& tbody td': { borderBottomWidth: '1px' },
  '& [data-name]': { overflowWrap: 'anywhere' },
  '& [data-figure]': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& tfoot td': { fontWeight: 600, py: '2.5' },
  // A printer would have the sum at the foot of each page.
  '@media print': { fontSize: '11px', '& tr': { breakInside: 'avoid' }, '& tfoot': { display: 'table-row-group' } },
};

type Line = {
  readonly key: string;
  readonly name: string;
  /** What the product itself calls it, not somebody. */
  readonly isText: boolean;
  /** Of credits how many they are. */
  readonly requests: number;
  readonly tokens?: readonly [prompt: number, completion: number];
  readonly amount: number;
};

/** The charges of a statement by day, model or token, or its credits by kind: the server's sums, and below them that of all. */
export function StatementGroups({
  statement,
  group,
}: {
  readonly statement: Statement;
  readonly group: Exclude<Group, 'entries'>;
}): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementBarTexts);
  const lines = linesOf(statement, group, own);
  const narrow = useNarrow();
  const withTokens = group === 'model' && !narrow;
  const isCredit = group === 'credit';
  const total = isCredit ? statement.credits : statement.charges;
  const kind = isCredit ? 'credit' : 'charge';
  if (lines.length === 0)
    return (
      <Box borderWidth="1px" borderRadius="l3">
        <EmptyState title={isCredit ? own.noCredits : own.noCharges} about={t.statement.emptyAbout} />
      </Box>
    );
  return (
    <Box borderWidth="1px" borderRadius="l3" overflowX="auto">
      <chakra.table css={style} aria-label={own.groups[group]}>
        <thead>
          <tr>
            <th>{own[group]}</th>
            <th data-figure>{isCredit ? own.count : own.requests}</th>
            {withTokens ? (
              <>
                <th data-figure>{own.tokensIn}</th>
                <th data-figure>{own.tokensOut}</th>
              </>
            ) : null}
            <th data-figure>{t.statement.amount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, isText, requests, tokens, amount }) => (
            <tr key={key}>
              <td data-name>
                <span translate={isText ? undefined : 'no'}>{name}</span>
                {tokens !== undefined && narrow ? (
                  <chakra.span display="block" color="fg.muted" fontSize="12px">
                    {t.ledger.tokens(formatCount(tokens[0]), formatCount(tokens[1]))}
                  </chakra.span>
                ) : null}
              </td>
              <td data-figure>{formatCount(requests)}</td>
              {withTokens && tokens !== undefined ? (
                <>
                  <td data-figure>{formatCount(tokens[0])}</td>
                  <td data-figure>{formatCount(tokens[1])}</td>
                </>
              ) : null}
              <td data-figure>
                <Money quota={amount} digits={6} kind={kind} signed />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{own.total}</td>
            <td data-figure>{formatCount(lines.reduce((sum, { requests }) => sum + requests, 0))}</td>
            {withTokens ? (
              <>
                <td />
                <td />
              </>
            ) : null}
            <td data-figure>
              <Money quota={total} digits={6} kind={kind} signed />
            </td>
          </tr>
        </tfoot>
      </chakra.table>
    </Box>
  );
}

function linesOf(statement: Statement, group: Exclude<Group, 'entries'>, own: StatementBarTexts): readonly Line[] {
  if (group === 'credit')
    return statement.credits_by_kind.map(({ kind, amount, count }) => ({
      key: kind,
      name: own.kinds[kind],
      isText: true,
      requests: count,
      amount,
    }));
  if (group === 'day')
    return statement.charges_by_day.map(({ day, requests, amount }) => ({
      key: day,
      name: day,
      isText: false,
      requests,
      amount,
    }));
  if (group === 'model')
    return statement.charges_by_model.map(({ model, requests, prompt_tokens, completion_tokens, amount }) => ({
      key: model === null ? '' : `m${model}`,
      name: model === null ? own.others : model === '' ? own.noModel : model,
      isText: model === null || model === '',
      requests,
      tokens: [prompt_tokens, completion_tokens],
      amount,
    }));
  return statement.charges_by_token.map(({ token_id: id, name, requests, amount }) => ({
    key: String(id),
    name: id === null ? own.others : id === 0 ? own.noToken : name === '' ? `#${id}` : name,
    isText: id === null || id === 0,
    requests,
    amount,
  }));
}
