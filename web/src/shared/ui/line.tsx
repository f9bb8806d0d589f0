import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';

type LineProps = {
  readonly role: 'alert' | 'status' | 'region';
  /** What a region is called. */
  readonly label?: string;
  readonly tone?: 'warn' | 'info';
  readonly children: ReactNode;
  readonly action?: ReactElement;
  /** On a small screen the action stands below, since there is more to read. */
  readonly isLong?: boolean;
};

/** How the line under the top bar looks, whatever it says. */
export function Line({ role, label, tone = 'warn', children, action, isLong = false }: LineProps): ReactElement {
  return (
    <Flex
      role={role}
      aria-label={label}
      className="no-print"
      data-page-line
      align="flex-start"
      direction={{ base: isLong ? 'column' : 'row', sm: 'row' }}
      gap={{ base: isLong ? '1' : '3', sm: '3' }}
      px={{ base: '4', sm: '6' }}
      py="1.5"
      minH="40px"
      bg={`${tone}.subtle`}
      borderBottomWidth="1px"
      borderColor={`${tone}.border`}
      fontSize="13px"
    >
      <Box flex="1" minW="0" alignSelf={{ base: isLong ? 'stretch' : 'center', sm: 'center' }}>
        {children}
      </Box>
      {action}
    </Flex>
  );
}
