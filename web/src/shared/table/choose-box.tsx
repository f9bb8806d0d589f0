import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type ChooseBoxProps = {
  readonly label: string;
  readonly isChosen: boolean;
  /** Of the one over all rows, where some are chosen. */
  readonly isPartly?: boolean;
  readonly onChoose: (isChosen: boolean, isRange: boolean) => void;
};

/** A plain check box, cheap in a list of a hundred, in a target of 32 px, 44 on touch. */
export function ChooseBox({ label, isChosen, isPartly = false, onChoose }: ChooseBoxProps): ReactElement {
  return (
    <chakra.label
      display="inline-grid"
      placeItems="center"
      w={{ base: '40px', sm: '32px' }}
      h={{ base: '44px', sm: '32px' }}
      cursor="pointer"
      verticalAlign="middle"
      // A click with Shift chooses rows, and no text.
      userSelect="none"
    >
      <chakra.input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = isPartly && !isChosen;
        }}
        w="16px"
        h="16px"
        cursor="pointer"
        accentColor="brand"
        colorScheme={{ base: 'light', _dark: 'dark' }}
        onChange={(event) => {
          const { nativeEvent } = event;
          onChoose(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </chakra.label>
  );
}
