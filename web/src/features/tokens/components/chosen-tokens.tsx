import { Button } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChosenBar, namesOf } from '../../../shared/table/chosen-bar.tsx';
import type { Selection } from '../../../shared/table/use-selection.ts';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
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
    keyOf: ({ id }: Token) => String(id),
    nameOf: ({ name }: Token) => name,
    onLeft: (left: readonly Token[]) => selection.choose(left, true),
    tags: ['Token'] as const,
  };
  const setStatus = (rows: readonly Token[], status: number, undoes = false): WorkPlan<Token> => {
    const enables = status === TOKEN_STATUS.enabled;
    return {
      ...about,
      rows,
      title: enables ? t.tokens.enableChosen : t.tokens.disableChosen,
      success: enables ? t.tokens.enabledChosen : t.tokens.disabledChosen,
      request: ({ id }) => ({
        url: '/api/token/',
        params: { status_only: true },
        method: 'PUT',
        body: { id, status },
      }),
      undo: (done) => {
        const others = done.filter((token) => (token.status === TOKEN_STATUS.enabled) !== enables);
        const back = enables ? TOKEN_STATUS.disabled : TOKEN_STATUS.enabled;
        return undoes || others.length === 0 ? undefined : setStatus(others, back, true);
      },
    };
  };
  const begin = (plan: WorkPlan<Token>): void => {
    if (start(plan)) selection.clear();
  };
  const removing = (rows: readonly Token[]): WorkPlan<Token> => ({
    ...about,
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
      <Button size="xs" onClick={() => begin(setStatus(chosen, TOKEN_STATUS.enabled))}>
        {t.common.enable}
      </Button>
      <Button size="xs" onClick={() => begin(setStatus(chosen, TOKEN_STATUS.disabled))}>
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
