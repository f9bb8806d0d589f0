import { Input, InputGroup, Text } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { LuSearch } from 'react-icons/lu';

const WAIT_MS = 250;
const FULL = '100%';

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The one that `/` goes to. */
  readonly main?: boolean;
  readonly width?: string;
  readonly list?: readonly string[];
  /** It is about to be typed in. */
  readonly onFocus?: () => void;
  /** Why what is typed is nothing to be looked for; it does not count then. '' is. */
  readonly refusal?: (typed: string) => string | undefined;
};

/** Typing never waits for the server: what is typed counts after a pause of 250 ms, or at once on Enter. */
export function SearchField({
  label,
  value,
  onChange,
  main = false,
  width = '220px',
  list,
  onFocus,
  refusal,
}: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const refusedId = useId();
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  const refused = typed === '' ? undefined : refusal?.(typed);
  const isRefused = refused !== undefined;
  useEffect(() => {
    if (typed === sent.current || isRefused) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange, isRefused]);
  const listId = list ? `list-${label.replaceAll(/\s/gu, '-')}` : undefined;
  return (
    <>
      <InputGroup
        width={{ base: 'full', sm: width }}
        // In a bar it gives way, so that what stands beside it stays on its line.
        {...(width === FULL ? {} : { flex: { sm: `1 1 calc(${width} * 0.7)` }, maxW: { sm: width } })}
        {...(main ? { startElement: <LuSearch /> } : {})}
      >
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
          {...(isRefused ? { 'aria-invalid': true, 'aria-describedby': refusedId } : {})}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={onFocus}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === sent.current || isRefused) return;
            sent.current = typed;
            onChange(typed);
          }}
        />
      </InputGroup>
      {isRefused ? (
        <Text id={refusedId} role="status" color="danger" fontSize="12px" mt="-2">
          {refused}
        </Text>
      ) : null}
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
