import { Box, Skeleton, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

/** A figure with its name; a skeleton until it is there. */
export function Total({
  label,
  title,
  children,
}: {
  readonly label: string;
  readonly title?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Box title={title}>
      <Text as="dt" color="fg.muted" fontSize="12px">
        {label}
      </Text>
      <Box as="dd" fontWeight="600" fontVariantNumeric="tabular-nums" minH="20px">
        {children ?? <Skeleton height="14px" width="64px" my="3px" />}
      </Box>
    </Box>
  );
}
