import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { StatementEntry, TimelineEntry } from './account-api.ts';

/** What an entry is, in words: for a charge its model before the sentence, and a reason that the sentence does not tell after it. */
export function EntryText({
  entry,
}: {
  readonly entry: Pick<StatementEntry, 'text' | 'facts'> & Partial<Pick<TimelineEntry, 'reason'>>;
}): ReactElement {
  const { text, facts, reason = '' } = entry;
  const { model } = facts;
  // In brackets, as the sentences of either language write it: a short reason may stand in a sentence by chance.
  const isTold = reason === '' || text.endsWith(`(${reason})`) || text.endsWith(`（${reason}）`);
  return (
    <>
      {typeof model === 'string' && model !== '' ? (
        <>
          <chakra.span htmlTranslate="no" fontFamily="mono" fontSize="12px">
            {model}
          </chakra.span>{' '}
          ·{' '}
        </>
      ) : null}
      {text}
      {isTold ? null : <chakra.span color="fg.muted"> · {reason}</chakra.span>}
    </>
  );
}
