import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { statementTexts } from './statement-texts.ts';

export type More = { readonly shown: number; readonly isBusy: boolean; readonly load: () => void };

/** The row between the last entry that is shown and the closing balance. */
export function MoreEntries({ shown, isBusy, load, columns }: More & { readonly columns: number }): ReactElement {
  const own = useOwnTexts(statementTexts);
  return (
    <tr data-entry>
      <td colSpan={columns}>
        <chakra.button
          type="button"
          textAlign="start"
          color="brand"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={load}
        >
          {own.more(formatCount(shown))}
        </chakra.button>
      </td>
    </tr>
  );
}
