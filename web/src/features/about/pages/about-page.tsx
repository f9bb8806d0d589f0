import { Box, Button, chakra, Skeleton, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { useAboutQuery, useStatus } from '../../../shared/status/status-api.ts';
import { OperatorPage } from '../../../shared/ui/operator-page.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { aboutTexts } from '../texts.ts';

/** A page of the server, not of the console. */
const ApiLink = chakra('a', { base: { color: 'brand', textDecoration: 'underline' } });

/** What the operator says of this installation (option About): another site's page, or a text. */
export function AboutPage(): ReactElement {
  const own = useOwnTexts(aboutTexts);
  const { system_name: product } = useStatus();
  const { isRoot } = useSession();
  const { data: content, error, refetch } = useAboutQuery();
  useEffect(() => {
    document.title = `${own.title} · ${product}`;
  }, [own, product]);
  if (content !== undefined && content.trim() !== '') return <OperatorPage content={content} title={own.title} />;
  return (
    <Page title={own.title}>
      {content === undefined ? (
        error ? (
          <FailedState what={own.title} error={error} retry={() => void refetch()} />
        ) : (
          <Box maxW="640px" aria-busy>
            {['80%', '100%', '60%'].map((width) => (
              <Skeleton key={width} height="20px" width={width} mb="3" />
            ))}
          </Box>
        )
      ) : (
        <EmptyState
          title={own.emptyTitle}
          about={own.emptyAbout}
          action={
            isRoot ? (
              <Button asChild>
                <Link to="/setting?tab=other">{own.write}</Link>
              </Button>
            ) : undefined
          }
        />
      )}
      <Text mt="6" fontSize="13px">
        <ApiLink href="/api/docs">{own.interface}</ApiLink>
      </Text>
    </Page>
  );
}
