import { Box, Skeleton, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

/** A figure under its name, within a `dl`; without one it is still being asked for. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="12px">
        {label}
      </Text>
      <Box as="dd" fontWeight="600" fontVariantNumeric="tabular-nums">
        {children ?? <Skeleton height="14px" width="80px" my="3px" />}
      </Box>
    </Box>
  );
}
