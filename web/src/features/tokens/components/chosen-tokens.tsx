import { Button } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChosenBar, namesOf } from '../../../shared/table/chosen-bar.tsx';
import type { Selection } from '../../../shared/table/use-selection.ts';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { switching } from '../../../shared/long-work/switching.ts';
import { useWork, type WorkPlan } from '../../../shared/long-work/use-work.ts';
import type { Token } from '../api/tokens-api.ts';
import { shownKey } from './token-columns.tsx';

/** What can be done with the chosen tokens: each call for itself, and what fails stays chosen. */
export function ChosenTokens({ selection }: { readonly selection: Selection<Token> }): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const start = useWork();
  /** What the question is about. */
  const [deleting, setDeleting] = useState<readonly Token[]>();
  const chosen = [...selection.chosen.values()];
  const about = {
    onLeft: (left: readonly Token[]) => selection.choose(left, true),
    tags: ['Token'] as const,
  };
  const setStatus = (enables: boolean): WorkPlan<Token> =>
    switching(
      {
        ...about,
        statuses: TOKEN_STATUS,
        texts: t.tokens,
        request: ({ id }, status) => ({
          url: '/api/token/',
          params: { status_only: true },
          method: 'PUT',
          body: { id, status },
        }),
      },
      chosen,
      enables,
    );
  const begin = (plan: WorkPlan<Token>): void => {
    if (start(plan)) selection.clear();
  };
  const removing = (rows: readonly Token[]): WorkPlan<Token> => ({
    ...about,
    keyOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
    rows,
    title: t.tokens.deleteChosen,
    success: t.tokens.deletedChosen,
    request: ({ id }) => ({ url: `/api/token/${id}/`, method: 'DELETE' }),
  });
  return (
    <ChosenBar count={chosen.length} clear={selection.clear}>
      <Button
        size="xs"
        onClick={() =>
          void copy(
            chosen.map((token) => `${token.name}\t${shownKey(token)}`).join('\n'),
            t.tokens.keysCopied(chosen.length),
          )
        }
      >
        <LuCopy aria-hidden />
        {t.tokens.copyKeys}
      </Button>
      <Button size="xs" onClick={() => begin(setStatus(true))}>
        {t.common.enable}
      </Button>
      <Button size="xs" onClick={() => begin(setStatus(false))}>
        {t.common.disable}
      </Button>
      <Button size="xs" color="danger" onClick={() => setDeleting(chosen)}>
        {t.common.delete}
      </Button>
      {deleting ? (
        <ConfirmDialog
          title={t.tokens.deleteChosenTitle(deleting.length)}
          about={`${namesOf(deleting, selection, t)} ${t.tokens.deleteChosenAbout}`}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            begin(removing(deleting));
          }}
        />
      ) : null}
    </ChosenBar>
  );
}
