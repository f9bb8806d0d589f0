import { Box, chakra, Field, Flex } from '@chakra-ui/react';
import { useId, useState, type ReactElement } from 'react';
import { LuX } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';

const SHOWN_SUGGESTIONS_MAX = 200;

type ChipInputProps = {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly suggestions?: readonly string[];
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  /** Told when what is added is there already (docs/console.md#messages). */
  readonly onDuplicate?: () => void;
};

/** A set of names: typed, pasted as a list of lines or commas, or picked; each is a chip that can be taken away. */
export function ChipInput({
  label,
  values,
  onChange,
  suggestions = [],
  error,
  help,
  required = false,
  placeholder,
  onDuplicate,
}: ChipInputProps): ReactElement {
  const t = useTexts();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const names = [
      ...new Set(
        text
          .split(/[\n,]/u)
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      ),
    ];
    const fresh = names.filter((name) => !values.includes(name));
    if (fresh.length < names.length) onDuplicate?.();
    if (fresh.length > 0) onChange([...values, ...fresh]);
    setTyped('');
  };
  return (
    <Field.Root invalid={error !== undefined} required={required}>
      <Field.Label fontSize="13px">
        {label}
        {required ? <Field.RequiredIndicator color="fg.muted" /> : null}
      </Field.Label>
      <Flex
        wrap="wrap"
        gap="1"
        w="full"
        borderWidth="1px"
        borderColor={error === undefined ? 'border' : 'danger'}
        borderRadius="l2"
        p="1"
        maxH="180px"
        overflowY="auto"
        _focusWithin={{ borderColor: 'brand' }}
      >
        {values.map((name) => (
          <Flex
            key={name}
            align="center"
            bg="gray.muted"
            borderRadius="4px"
            ps="2"
            htmlTranslate="no"
            fontFamily="mono"
            fontSize="12px"
            minH="28px"
            maxW="full"
          >
            <Box as="span" overflow="hidden" textOverflow="ellipsis">
              {name}
            </Box>
            <chakra.button
              type="button"
              aria-label={t.common.remove(name)}
              minW="28px"
              minH="28px"
              display="grid"
              placeItems="center"
              color="fg.muted"
              _hover={{ color: 'fg' }}
              onClick={() => onChange(values.filter((other) => other !== name))}
            >
              <LuX />
            </chakra.button>
          </Flex>
        ))}
        <chakra.input
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          list={listId}
          value={typed}
          flex="1"
          minW="140px"
          minH="28px"
          px="1.5"
          bg="transparent"
          outline="none"
          fontSize="13px"
          placeholder={placeholder}
          onChange={(event) => {
            const text = event.target.value;
            if (/[\n,]/u.test(text) || suggestions.includes(text)) add(text);
            else setTyped(text);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/[\n,]/u.test(text)) return;
            event.preventDefault();
            add(text);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              if (typed.trim() !== '') add(typed);
            }
            if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
          }}
          onBlur={() => {
            if (typed.trim() !== '') add(typed);
          }}
        />
        <datalist id={listId}>
          {suggestions
            .filter((name) => !values.includes(name))
            .slice(0, SHOWN_SUGGESTIONS_MAX)
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </Flex>
      {error === undefined ? (
        help ? (
          <Field.HelperText fontSize="12px">{help}</Field.HelperText>
        ) : null
      ) : (
        <Field.ErrorText fontSize="12px">{error}</Field.ErrorText>
      )}
    </Field.Root>
  );
}
