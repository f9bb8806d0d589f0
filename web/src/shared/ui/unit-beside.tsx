import { InputGroup, type InputProps } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type Unit = { readonly start?: string; readonly end?: string };

/** For `around` of a text field: the unit of what is typed, before or after it. */
export const unitBeside =
  (unit: Unit) =>
  (input: ReactElement<InputProps>): ReactElement => (
    <InputGroup startElement={unit.start} endElement={unit.end}>
      {input}
    </InputGroup>
  );
