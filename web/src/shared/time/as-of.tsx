import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { datedAt, type Dated } from '../api/figures.ts';
import { useLanguage, useTexts } from '../i18n/text.tsx';
import { errorText } from '../ui/error-text.ts';
import { formatRelative, formatTime } from './time-format.ts';
import { zoneName } from './zone.ts';
import { useNow } from './use-now.ts';

const TICK_MS = 5_000;

/**
 * Of when the figures of these queries are: relative, in the tooltip exactly. Where asking again has failed it says so, and the tooltip why. Its place
 * is kept.
 */
export function AsOf({ queries }: { readonly queries: readonly Dated[] }): ReactElement {
  const t = useTexts();
  const language = useLanguage();
  const now = useNow(TICK_MS);
  const { at, error } = datedAt(queries);
  const failed = at !== undefined && error !== undefined;
  // An answer may be younger than the last tick.
  const when = at === undefined ? '' : formatRelative(Math.min(at, now), now, language);
  const exact = at === undefined ? undefined : `${formatTime(at)} ${zoneName()}`;
  return (
    <chakra.p fontSize="12px" lineHeight="18px" minH="18px" color="fg.muted" className="no-print">
      {at === undefined ? null : (
        <chakra.time
          dateTime={new Date(at * 1000).toISOString()}
          title={failed ? `${exact} · ${errorText(error, t)}` : exact}
          color={failed ? 'warn' : undefined}
          data-as-of={at}
        >
          {failed ? t.figures.failed(when) : t.figures.asOf(when)}
        </chakra.time>
      )}
    </chakra.p>
  );
}
