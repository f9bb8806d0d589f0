import { Input } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';

type InlineNumberProps = {
  readonly label: string;
  readonly value: number;
  readonly minimum: number;
  readonly onSave: (value: number) => Promise<void>;
  readonly onWrong: () => void;
};

/** A whole number that is changed in its row: Enter or leaving saves, Esc takes it back. */
export function InlineNumber({ label, value, minimum, onSave, onWrong }: InlineNumberProps): ReactElement {
  const [typed, setTyped] = useState(String(value));
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(String(value));
  }
  const leave = (): void => {
    if (typed.trim() === String(value)) return;
    if (!/^-?\d+$/u.test(typed.trim()) || Number(typed) < minimum) {
      onWrong();
      setTyped(String(value));
      return;
    }
    void onSave(Number(typed)).catch(() => setTyped(String(value)));
  };
  return (
    <Input
      aria-label={label}
      value={typed}
      inputMode="numeric"
      size="xs"
      width="64px"
      minW="0"
      textAlign={{ base: 'start', sm: 'end' }}
      ps={{ base: '1', sm: '2' }}
      ms={{ base: '-1', sm: '0' }}
      fontVariantNumeric="tabular-nums"
      borderColor="border"
      bg="transparent"
      _hover={{ borderColor: 'border.emphasized' }}
      _focus={{ borderColor: 'brand' }}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(String(value));
      }}
    />
  );
}
