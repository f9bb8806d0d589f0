import { Button } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChosenBar } from '../../../shared/table/chosen-bar.tsx';
import type { Selection } from '../../../shared/table/use-selection.ts';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { useWork } from '../../../shared/work/use-work.ts';
import type { Code } from '../api/redemptions-api.ts';

/** What can be done with the chosen codes: each call for itself, and what fails stays chosen. */
export function ChosenCodes({ selection }: { readonly selection: Selection<Code> }): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const start = useWork();
  const [isDeleting, setDeleting] = useState(false);
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
      <Button size="xs" color="danger" onClick={() => setDeleting(true)}>
        {t.common.delete}
      </Button>
      {isDeleting ? (
        <ConfirmDialog
          title={t.codes.deleteChosenTitle(chosen.length)}
          about={t.codes.deleteChosenAbout}
          confirm={t.common.delete}
          onClose={() => setDeleting(false)}
          act={async () => {
            start({
              rows: chosen,
              keyOf: ({ id }) => String(id),
              nameOf: ({ name, id }) => `${name} #${id}`,
              onDone: (code) => selection.choose([code], false),
              tags: ['Redemption'],
              title: t.codes.deleteChosen,
              success: t.codes.deletedChosen,
              request: ({ id }) => ({ url: `/api/redemption/${id}/`, method: 'DELETE' }),
            });
          }}
        />
      ) : null}
    </ChosenBar>
  );
}
