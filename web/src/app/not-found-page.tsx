import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../shared/i18n/text.tsx';
import { EmptyState } from '../shared/ui/states.tsx';

export function NotFoundPage(): ReactElement {
  const t = useTexts();
  return (
    <EmptyState
      isPage
      title={t.notFound.title}
      about={t.notFound.about}
      action={
        <Button asChild>
          <Link to="/">{t.notFound.home}</Link>
        </Button>
      }
    />
  );
}
