import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useRouteError } from 'react-router-dom';
import { connectionTexts } from '../shared/connection/connection-texts.ts';
import { CodeGone } from '../shared/connection/page-code.ts';
import { useOwnTexts, useTexts } from '../shared/i18n/text.tsx';
import { EmptyState } from '../shared/ui/states.tsx';

/** A page could not be loaded or drawn: mostly a chunk of an older version after an update, which loading again mends. */
export function RouteFailure(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(connectionTexts);
  const error = useRouteError();
  const about = error instanceof CodeGone ? own.gone : error instanceof Error ? error.message : undefined;
  return (
    <EmptyState
      title={t.errors.pageFailed}
      about={about}
      action={<Button onClick={() => window.location.reload()}>{t.errors.reload}</Button>}
    />
  );
}
