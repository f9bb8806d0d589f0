import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { asFigures } from '../../../shared/api/figures.ts';
import { useLanguage, useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { formatRelative, formatTime } from '../../../shared/time/time-format.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useBooksQuery } from '../api/books-api.ts';
import { useFindingSentence } from './findings.tsx';

const TICK_MS = 5000;
const MarkLink = chakra(Link, { base: { color: 'fg.muted', _hover: { color: 'fg' } } });

/** A quiet mark for administrators: books verified, when and at which position; it turns into the difference when there is one. */
export function BooksMark(): ReactElement | null {
  const t = useTexts();
  const language = useLanguage();
  const now = useNow(TICK_MS);
  const sentenceOf = useFindingSentence();
  const { data, error } = useBooksQuery(undefined, asFigures);
  if (error && !data)
    return (
      <MarkLink to="/books">
        <StatusDot tone="attention" text={t.books.unknown} wraps />
      </MarkLink>
    );
  if (!data) return null;
  const { verified } = data;
  if (!verified)
    return (
      <MarkLink to="/books">
        <StatusDot tone="off" text={t.books.notYet(formatCount(data.position))} wraps />
      </MarkLink>
    );
  const [finding] = verified.findings;
  const { what, said } =
    finding === undefined ? { what: verified.differences[0] ?? '', said: '' } : sentenceOf(finding);
  const first = `${what}${said}`;
  return (
    <MarkLink to="/books" title={formatTime(verified.at)}>
      {verified.ok ? (
        <StatusDot
          tone="good"
          text={t.books.verified(formatRelative(verified.at, now, language), formatCount(verified.position))}
          wraps
        />
      ) : (
        <StatusDot tone="bad" text={t.books.differs(verified.differences.length, first)} wraps />
      )}
    </MarkLink>
  );
}
