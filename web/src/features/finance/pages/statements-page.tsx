import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { AccountStatement, StatementFiles } from '../../../shared/account/account-statement.tsx';
import type { StatementScope } from '../../../shared/account/account-api.ts';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { statementsTitle } from '../statements-title.ts';
import { financeTexts } from '../texts.ts';

const SCOPES = ['all', 'user', 'token', 'channel', 'group'] as const satisfies readonly StatementScope[];
const defaults = { of: 'all', id: '' } as const;
const WHOLE = /^[1-9]\d{0,15}$/u;

/** Statements of everything that is charged, for who reads money. */
export function StatementsPage(): ReactElement {
  const own = useOwnTexts(financeTexts);
  const title = statementsTitle[useLanguage()];
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const scope = SCOPES.find((known) => known === values.of) ?? 'all';
  const id = scope === 'all' ? '' : values.id.trim();
  const isWhole = scope === 'all' || (scope === 'group' ? id !== '' : WHOLE.test(id));
  const of = { scope, id };
  const label = scope === 'group' ? own.name : own.number;
  return (
    <Page title={title} about={own.about} action={isWhole ? <StatementFiles of={of} /> : undefined}>
      <Flex className="no-print" gap="2" wrap="wrap" mb="3">
        <ChoiceFilter
          label={own.of}
          value={scope}
          choices={SCOPES.map((known) => [known, own.scopes[known]])}
          onChange={(chosen) => set({ of: chosen, id: '' })}
        />
        {scope === 'all' ? null : (
          <SearchField key={scope} label={label} value={values.id} onChange={(text) => set({ id: text })} />
        )}
      </Flex>
      {isWhole ? (
        <AccountStatement
          key={`${scope} ${id}`}
          of={of}
          name={scope === 'all' ? own.scopes.all : `${own.scopes[scope]} ${id}`}
        />
      ) : (
        <Box borderWidth="1px" borderRadius="l3">
          <EmptyState title={own.chooseTitle} about={own.chooseAbout} />
        </Box>
      )}
    </Page>
  );
}
