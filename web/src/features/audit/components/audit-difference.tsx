import { Box, Text } from '@chakra-ui/react';
import type { AuditRecord } from '@ledgate/api/contract/audit';
import { useMemo, type ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import type { Column } from '../../../shared/table/columns.ts';
import { DiffTable } from '../../../shared/ui/diff-table.tsx';
import { RowFacts } from '../../../shared/table/row-facts.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { linesOf } from '../lines-of.ts';
import { auditTexts } from '../texts.ts';

const factColumns = (own: (typeof auditTexts)['en']): readonly Column<AuditRecord>[] => [
  { id: 'why', header: own.reason, cell: ({ reason }) => reason },
  {
    id: 'request',
    header: own.request,
    cell: ({ request_id: id }) => (id === '' ? '' : <CopyText text={id} label={own.request} />),
  },
  { id: 'from', header: own.address, cell: ({ address }) => address },
];

/** What a record has changed, old beside new, a line each field; why, by which request, and from where. */
export function AuditDifference({ record }: { readonly record: AuditRecord }): ReactElement {
  const own = useOwnTexts(auditTexts);
  const facts = useMemo(() => factColumns(own), [own]);
  const lines = linesOf(record).map((line) => ({ ...line, what: <span translate="no">{line.what}</span> }));
  return (
    <Box data-difference>
      <Box px="3" pt="3" maxW="960px">
        {lines.length === 0 ? (
          <Text fontSize="13px" color="fg.muted">
            {own.noFields}
          </Text>
        ) : (
          <DiffTable label={own.change(record.id)} heads={[own.field, own.before, own.after]} lines={lines} isLong />
        )}
      </Box>
      <RowFacts columns={facts} row={record} />
    </Box>
  );
}
