import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useStatus } from '../../../shared/status/status-api.ts';

/** A narrow form on a calm page. */
export function SignInFrame({
  title,
  about,
  children,
  foot,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}): ReactElement {
  const { system_name: product } = useStatus();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <Box maxW="368px" mx="auto" px="4" pt={{ base: '10', sm: '20' }} pb="10">
      <Heading as="h1" fontSize="20px" lineHeight="24px" fontWeight="600" letterSpacing="-0.01em" mb="1">
        {title}
      </Heading>
      <Text color="fg.muted" mb="6">
        {about ?? product}
      </Text>
      <Stack gap="4">{children}</Stack>
      <Text mt="6" color="fg.muted" fontSize="13px">
        {foot}
      </Text>
    </Box>
  );
}
