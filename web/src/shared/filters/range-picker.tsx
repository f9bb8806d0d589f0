import { Button, Flex, NativeSelect, Popover, Portal, SegmentGroup, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuCalendar } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { isRangePreset, ownRange, rangePresets } from '../time/ranges.ts';
import { formatTime, fromLocalInput, toLocalInput } from '../time/time-format.ts';
import { shownClock } from '../time/zone.ts';
import { useNow } from '../time/use-now.ts';
import { TextField } from '../ui/text-field.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { readRange } from './read-range.ts';

type RangePickerProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** In whose zone it is; left out: the person's. */
  readonly clock?: ReturnType<typeof shownClock>;
};

/** Presets and a range of one's own; the zone is stated. */
export function RangePicker({ value, onChange, clock = shownClock() }: RangePickerProps): ReactElement {
  const t = useTexts();
  const own = !isRangePreset(value);
  const narrow = useNarrow();
  return (
    <Flex gap="2" align="center" wrap="wrap">
      {narrow ? (
        <NativeSelect.Root size="sm" width="auto">
          <NativeSelect.Field
            aria-label={t.range.label}
            value={own ? '' : value}
            onChange={(event) => onChange(event.target.value)}
          >
            {own ? (
              <option value="" disabled>
                {t.range.own}
              </option>
            ) : null}
            {rangePresets.map((preset) => (
              <option key={preset} value={preset}>
                {t.range[preset]}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      ) : (
        <SegmentGroup.Root
          size="sm"
          value={own ? null : value}
          aria-label={t.range.label}
          onValueChange={(details) => details.value && onChange(details.value)}
          overflowX="auto"
          maxW="full"
          css={{ '--segment-radius': 'radii.l2' }}
        >
          <SegmentGroup.Indicator bg="bg" boxShadow="none" borderWidth="1px" />
          <SegmentGroup.Items
            items={rangePresets.map((preset) => ({ value: preset, label: t.range[preset] }))}
            fontSize="13px"
            px={{ base: '2', lg: '2.5' }}
          />
        </SegmentGroup.Root>
      )}
      <OwnRange key={`${value} ${clock.zone}`} {...{ value, own, onChange, clock }} />
      <Text fontSize="12px" color="fg.muted" title={t.range.zone(clock.zone)} htmlTranslate="no" data-zone>
        {clock.zone}
      </Text>
    </Flex>
  );
}

function OwnRange({
  value,
  own,
  onChange,
  clock,
}: Required<RangePickerProps> & { readonly own: boolean }): ReactElement {
  const t = useTexts();
  const range = readRange(value, useNow(), clock);
  const [start, setStart] = useState(toLocalInput(range.start, clock));
  const [end, setEnd] = useState(toLocalInput(range.end, clock));
  const chosen = ownRange(fromLocalInput(start, clock), fromLocalInput(end, clock));
  const [from, until] = [formatTime(range.start, clock), formatTime(range.end, clock)];
  return (
    <Popover.Root lazyMount positioning={{ placement: 'bottom-start' }}>
      <Popover.Trigger asChild>
        <Button variant={own ? 'subtle' : 'outline'} title={`${from} – ${until} ${clock.zone}`}>
          <LuCalendar />
          {own ? `${from.slice(0, 16)} – ${until.slice(0, 16)}` : t.range.own}
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            width="300px"
            borderWidth="1px"
            css={{ '--popover-bg': 'var(--chakra-colors-bg)' }}
            aria-label={t.range.own}
          >
            <Popover.Body p="4">
              <Stack gap="3">
                <TextField type="datetime-local" label={t.range.from} value={start} onChange={setStart} />
                <TextField
                  type="datetime-local"
                  label={t.range.until}
                  value={end}
                  onChange={setEnd}
                  error={chosen ? undefined : t.range.wrong}
                />
                <Text fontSize="12px" color="fg.muted">
                  {t.range.zone(clock.zone)}
                </Text>
                <Button
                  variant="solid"
                  colorPalette="brand"
                  disabled={!chosen}
                  onClick={() => chosen && onChange(`${chosen.start}-${chosen.end}`)}
                >
                  {t.range.apply}
                </Button>
              </Stack>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
