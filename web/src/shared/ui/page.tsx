import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useStatus } from '../status/status-api.ts';

type PageProps = {
  readonly title: string;
  /** One line that says what this is, where it is not obvious. */
  readonly about?: string | undefined;
  /** The page's one primary action. */
  readonly action?: ReactNode;
  /** Text pages end at 1280 px, tables use the whole width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** The anatomy of a page: title, what it is, one primary action, then filters and content. */
export function Page({ title, about, action, wide = false, children }: PageProps): ReactElement {
  const { system_name: product } = useStatus();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <Box maxW={wide ? undefined : '1280px'} px={{ base: '4', sm: '6', lg: '8' }} py={{ base: '4', sm: '6' }}>
      <Grid templateColumns="minmax(0, 1fr) auto" alignItems="start" columnGap="4" mb={{ base: '3', sm: '5' }}>
        <Heading
          as="h1"
          alignSelf={{ base: 'center', sm: 'start' }}
          fontSize="20px"
          lineHeight="24px"
          fontWeight="600"
          letterSpacing="-0.01em"
        >
          {title}
        </Heading>
        {action ? (
          <Flex
            gap="2"
            className="no-print"
            gridColumn="2"
            gridRow={{ base: '1', sm: '1 / span 2' }}
            wrap="wrap"
            justify="flex-end"
          >
            {action}
          </Flex>
        ) : null}
        {about ? (
          <Text color="fg.muted" mt="1" maxW="72ch" gridColumn={{ base: '1 / -1', sm: '1' }}>
            {about}
          </Text>
        ) : null}
      </Grid>
      {children}
    </Box>
  );
}

type SectionProps = {
  readonly title: string;
  readonly about?: string | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page under its own heading, set apart by a line and space, not by a card. */
export function Section({ title, about, action, children }: SectionProps): ReactElement {
  return (
    <Box as="section" aria-label={title} mt="8" _first={{ mt: 0 }}>
      <Flex justify="space-between" align="center" gap="4" mb="3" wrap="wrap">
        <Box>
          <Heading as="h2" fontSize="15px" lineHeight="20px" fontWeight="600">
            {title}
          </Heading>
          {about ? (
            <Text color="fg.muted" fontSize="13px" maxW="72ch">
              {about}
            </Text>
          ) : null}
        </Box>
        {action}
      </Flex>
      {children}
    </Box>
  );
}
