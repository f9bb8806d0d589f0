import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { toApiError } from '../api/api-error.ts';
import { useTexts } from '../i18n/text.tsx';
import { CopyText } from './copy.tsx';
import { errorText } from './error-text.ts';

type BlankProps = {
  readonly title: string;
  readonly about?: string | undefined;
  readonly action?: ReactNode;
  readonly role?: 'status' | 'alert';
  /** The title is that of the page, which has no other. */
  readonly isPage?: boolean;
};

function Blank({ title, about, action, role, isPage = false }: BlankProps): ReactElement {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="1" py="14" px="4" {...(role ? { role } : {})}>
      {isPage ? (
        <Heading as="h1" fontSize="20px" lineHeight="24px" fontWeight="600">
          {title}
        </Heading>
      ) : (
        <Text fontWeight="600">{title}</Text>
      )}
      {about ? (
        <Text color="fg.muted" maxW="52ch">
          {about}
        </Text>
      ) : null}
      {action ? (
        <Flex mt="3" gap="2" justify="center" wrap="wrap" align="center">
          {action}
        </Flex>
      ) : null}
    </Flex>
  );
}

/** Nothing is there yet: what this is for and the one action that fills it. */
export function EmptyState(props: Omit<BlankProps, 'role'>): ReactElement {
  return <Blank {...props} role="status" />;
}

/** The filters leave nothing. */
export function FilteredEmptyState({ clear }: { readonly clear: () => void }): ReactElement {
  const t = useTexts();
  return (
    <Blank
      role="status"
      title={t.states.nothingMatches}
      about={t.states.nothingMatchesAbout}
      action={<Button onClick={clear}>{t.states.clearFilters}</Button>}
    />
  );
}

type FailedProps = { readonly what: string; readonly error: unknown; readonly retry: () => void };

/** A call failed: what, why, the request id to copy, and try again. */
export function FailedState({ what, error, retry }: FailedProps): ReactElement {
  const t = useTexts();
  const { requestId } = toApiError(error);
  return (
    <Blank
      role="alert"
      title={t.states.failed(what)}
      about={errorText(error, t)}
      action={
        <>
          <Button onClick={retry}>{t.states.tryAgain}</Button>
          {requestId ? (
            <Box color="fg.muted" fontSize="12px">
              {t.states.requestId} <CopyText text={requestId} label={t.states.requestId} characters={20} />
            </Box>
          ) : null}
        </>
      }
    />
  );
}
