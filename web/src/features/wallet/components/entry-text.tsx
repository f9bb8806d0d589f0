import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { StatementEntry, TimelineEntry } from '../api/wallet-api.ts';

/** What an entry is, in words: for a charge its model before the sentence, and a reason that the sentence does not tell after it. */
export function EntryText({ entry }: { readonly entry: Pick<StatementEntry, 'text' | 'facts'> & Partial<Pick<TimelineEntry, 'reason'>> }): ReactElement {
  const { text, facts, reason = '' } = entry;
  const { model } = facts;
  return (
    <>
      {typeof model === 'string' && model !== '' ? <><chakra.span fontFamily="mono" fontSize="12px">{model}</chakra.span> · </> : null}
      {text}
      {text.includes(reason) ? null : <chakra.span color="fg.muted"> · {reason}</chakra.span>}
    </>
  );
}
