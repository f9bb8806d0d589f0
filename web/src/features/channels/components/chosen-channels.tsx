import { Button } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChosenBar, namesOf } from '../../../shared/table/chosen-bar.tsx';
import type { Selection } from '../../../shared/table/use-selection.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { switching } from '../../../shared/long-work/switching.ts';
import { useWork, type WorkPlan } from '../../../shared/long-work/use-work.ts';
import { type Channel, useDeleteChannelsMutation } from '../api/channels-api.ts';

const TagDialog = onDemand(async () => (await import('./tag-dialog.tsx')).TagDialog);

/** What can be done with the chosen channels: tagged and deleted by one call, switched by one each, and what fails stays chosen. */
export function ChosenChannels({ selection }: { readonly selection: Selection<Channel> }): ReactElement {
  const t = useTexts();
  const start = useWork();
  /** What is asked about which rows. */
  const [asked, setAsked] = useState<{ readonly what: 'tag' | 'delete'; readonly rows: readonly Channel[] }>();
  const [remove] = useDeleteChannelsMutation();
  const chosen = [...selection.chosen.values()];
  const ids = asked?.rows.map(({ id }) => id) ?? [];
  const close = (): void => setAsked(undefined);
  const setStatus = (enables: boolean): WorkPlan<Channel> =>
    switching(
      {
        onLeft: (left) => selection.choose(left, true),
        tags: ['Channel', 'Models'],
        statuses: CHANNEL_STATUS,
        texts: t.channels,
        request: ({ id }, status) => ({ url: '/api/channel/', method: 'PUT', body: { id, status } }),
      },
      chosen,
      enables,
    );
  const begin = (plan: WorkPlan<Channel>): void => {
    if (start(plan)) selection.clear();
  };
  return (
    <ChosenBar count={chosen.length} clear={selection.clear}>
      <Button size="xs" onClick={() => begin(setStatus(true))}>
        {t.common.enable}
      </Button>
      <Button size="xs" onClick={() => begin(setStatus(false))}>
        {t.common.disable}
      </Button>
      <Button size="xs" onClick={() => setAsked({ what: 'tag', rows: chosen })}>
        {t.channels.setTag}
      </Button>
      <Button size="xs" color="danger" onClick={() => setAsked({ what: 'delete', rows: chosen })}>
        {t.common.delete}
      </Button>
      {asked?.what === 'tag' ? <TagDialog ids={ids} onClose={close} onDone={selection.clear} /> : null}
      {asked?.what === 'delete' ? (
        <ConfirmDialog
          title={t.channels.deleteChosenTitle(ids.length)}
          about={`${namesOf(asked.rows, selection, t)} ${t.channels.deleteAbout}`}
          confirm={t.common.delete}
          onClose={close}
          act={async () => {
            const count = await remove({ ids }).unwrap();
            tellSuccess(t.channels.deletedChosen(count));
            selection.clear();
          }}
        />
      ) : null}
    </ChosenBar>
  );
}
