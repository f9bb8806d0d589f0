import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTexts } from '../shared/i18n/text.tsx';
import { EmptyState } from '../shared/ui/states.tsx';

/** A page could not be loaded or drawn: mostly a chunk of an older version after an update, which loading again mends. */
export function RouteFailure(): ReactElement {
  const t = useTexts();
  const error = useRouteError();
  return (
    <EmptyState
      title={t.errors.pageFailed}
      about={error instanceof Error ? error.message : undefined}
      action={<Button onClick={() => window.location.reload()}>{t.errors.reload}</Button>}
    />
  );
}
