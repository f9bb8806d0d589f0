import { Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useBigChangesMutation } from '../../../shared/prices/big-changes-api.ts';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { type Change, usePublishChangeMutation } from '../api/pricebook-api.ts';
import { changeFields } from '../price-form.ts';
import { differenceTexts } from '../difference-texts.ts';
import { useBigChangeQuestion } from '../../../shared/prices/big-change-question.tsx';
import { ChangeFields } from './change-fields.tsx';
import { DiffTable, type ShownLine } from '../../../shared/ui/diff-table.tsx';

type AcceptDrawerProps = {
  readonly title: string;
  readonly about: string;
  readonly save: string;
  /** Whose price it is; undefined: of all that the catalogue has. */
  readonly model?: string;
  readonly lines?: readonly ShownLine[];
  readonly changes: Change['changes'];
  readonly onClose: () => void;
};

/** Publishes what the catalogue says: what that is, why, and from when on. */
export function AcceptFormDrawer({
  title,
  about,
  save,
  model,
  lines = [],
  changes,
  onClose,
}: AcceptDrawerProps): ReactElement {
  const own = useOwnTexts(differenceTexts);
  const [publish] = usePublishChangeMutation();
  const [weigh] = useBigChangesMutation();
  const { ask, question } = useBigChangeQuestion();
  const form = useContractForm({
    initial: { reason: '', startsAt: '' },
    schema: () => z.object(changeFields),
    submit: async ({ reason, startsAt }) => {
      const change = { changes, starts_at: startsAt };
      const { items, total } = await weigh(change).unwrap();
      if (!(await ask({ model, changes: items, total }))) return;
      const { version } = await publish({ ...change, reason }).unwrap();
      tellSuccess(own.published(version));
      onClose();
    },
  });
  const { values, errors, set } = form;
  return (
    <>
      <FormDrawer title={title} onClose={onClose} form={form} save={save}>
        <Text color="fg.muted">{about}</Text>
        {model !== undefined && lines.length > 0 ? (
          <DiffTable label={own.differing(model)} heads={[own.what, own.ours, own.theirs]} lines={lines} />
        ) : null}
        <ChangeFields values={values} errors={errors} set={set} />
      </FormDrawer>
      {question}
    </>
  );
}
