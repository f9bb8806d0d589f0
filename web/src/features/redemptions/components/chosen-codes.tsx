import { Button } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChosenBar, namesOf } from '../../../shared/table/chosen-bar.tsx';
import type { Selection } from '../../../shared/table/use-selection.ts';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { useWork } from '../../../shared/long-work/use-work.ts';
import type { Code } from '../api/redemptions-api.ts';

/** What can be done with the chosen codes: each call for itself, and what fails stays chosen. */
export function ChosenCodes({ selection }: { readonly selection: Selection<Code> }): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const start = useWork();
  /** What the question is about. */
  const [deleting, setDeleting] = useState<readonly Code[]>();
  const chosen = [...selection.chosen.values()];
  return (
    <ChosenBar count={chosen.length} clear={selection.clear}>
      <Button
        size="xs"
        onClick={() => void copy(chosen.map(({ key }) => key).join('\n'), t.codes.copied(chosen.length))}
      >
        <LuCopy aria-hidden />
        {t.codes.copyChosen}
      </Button>
      <Button size="xs" color="danger" onClick={() => setDeleting(chosen)}>
        {t.common.delete}
      </Button>
      {deleting ? (
        <ConfirmDialog
          title={t.codes.deleteChosenTitle(deleting.length)}
          about={`${namesOf(deleting, selection, t)} ${t.codes.deleteChosenAbout}`}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            const isStarted = start({
              rows: deleting,
              keyOf: ({ id }) => String(id),
              nameOf: selection.nameOf,
              onLeft: (left) => selection.choose(left, true),
              tags: ['Redemption'],
              title: t.codes.deleteChosen,
              success: t.codes.deletedChosen,
              request: ({ id }) => ({ url: `/api/redemption/${id}/`, method: 'DELETE' }),
            });
            if (isStarted) selection.clear();
          }}
        />
      ) : null}
    </ChosenBar>
  );
}
