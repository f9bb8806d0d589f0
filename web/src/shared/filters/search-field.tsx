import { Input, InputGroup } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { LuSearch } from 'react-icons/lu';

const WAIT_MS = 250;

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The one that `/` goes to. */
  readonly main?: boolean;
  readonly width?: string;
  readonly list?: readonly string[];
};

/** Typing never waits for the server: what is typed counts after a pause of 250 ms, or at once on Enter. */
export function SearchField({
  label,
  value,
  onChange,
  main = false,
  width = '220px',
  list,
}: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  const listId = list ? `list-${label.replaceAll(/\s/gu, '-')}` : undefined;
  return (
    <>
      <InputGroup width={{ base: 'full', sm: width }} {...(main ? { startElement: <LuSearch /> } : {})}>
        <Input
          type={main ? 'search' : 'text'}
          aria-label={label}
          placeholder={label}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          size="sm"
          {...(main ? { 'data-filter': true } : {})}
          {...(listId ? { list: listId } : {})}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === sent.current) return;
            sent.current = typed;
            onChange(typed);
          }}
        />
      </InputGroup>
      {listId ? (
        <datalist id={listId}>
          {list?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
