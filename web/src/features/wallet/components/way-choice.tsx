import { chakra, Flex } from '@chakra-ui/react';
import { type ReactElement, useId } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { walletTexts } from '../texts.ts';

/** As the order names them. */
export const WAYS = ['zfb', 'wx'] as const;

type WayChoiceProps = { readonly value: string; readonly onChange: (way: string) => void };

/** With what one pays. */
export function WayChoice({ value, onChange }: WayChoiceProps): ReactElement {
  const own = useOwnTexts(walletTexts);
  const name = useId();
  return (
    <chakra.fieldset border="0" p="0" m="0" minW="0">
      <chakra.legend fontSize="13px" fontWeight="500" mb="1">
        {own.way}
      </chakra.legend>
      <Flex gap="2" wrap="wrap">
        {WAYS.map((way) => (
          <chakra.label
            key={way}
            display="inline-flex"
            alignItems="center"
            gap="2"
            px="3"
            minH={{ base: '44px', sm: '36px' }}
            borderWidth="1px"
            borderRadius="l2"
            borderColor={way === value ? 'brand' : 'border'}
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              name={name}
              value={way}
              checked={way === value}
              accentColor="brand"
              onChange={() => onChange(way)}
            />
            {own.ways[way]}
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}
