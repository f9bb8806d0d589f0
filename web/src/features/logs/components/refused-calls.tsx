import { chakra } from '@chakra-ui/react';
import * as ACCESS from '@ledgate/api/contract/who-may';
import type { ReactElement } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import type { LogFilter } from '../api/logs-api.ts';
import { Total } from './total.tsx';

/** In the address, where the dialog is open. */
const REFUSED = 'refused';

/** How many calls were refused before any provider was asked; leads to the hours, keys and reasons. */
export function RefusedTotal({
  filter,
  total,
}: {
  readonly filter: LogFilter;
  /** Undefined until it is known. */
  readonly total: number | undefined;
}): ReactElement {
  const t = useTexts();
  const { may } = useSession();
  const { what, open, close } = useOpened();
  // Whose keys were refused and why is for administrators, where it is of everybody.
  const isOpenable = !filter.admin || may(ACCESS.log.refused);
  return (
    <Total label={t.logs.refused} title={t.logs.refusedAbout}>
      {total === undefined ? undefined : !isOpenable ? (
        formatCount(total)
      ) : (
        <chakra.button
          type="button"
          cursor="pointer"
          display="inline-flex"
          alignItems="center"
          gap="1"
          fontWeight="600"
          // As high as a finger needs, without pushing the figure away from its name.
          css={{ '@media (pointer: coarse)': { my: '-3' } }}
          _hover={{ color: 'brand', textDecoration: 'underline' }}
          aria-label={t.logs.showRefused(formatCount(total))}
          aria-haspopup="dialog"
          onClick={() => open(REFUSED)}
        >
          {formatCount(total)}
          <LuChevronRight aria-hidden />
        </chakra.button>
      )}
      {isOpenable && what === REFUSED ? <RefusedDialog filter={filter} onClose={close} /> : null}
    </Total>
  );
}

const RefusedDialog = onDemand(async () => (await import('./refused-dialog.tsx')).RefusedDialog);
