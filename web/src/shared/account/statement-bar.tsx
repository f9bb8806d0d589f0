import { Flex, SegmentGroup } from '@chakra-ui/react';
import type { ZoneClock } from '@ledgate/domain/shared/zone-clock';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { ReactElement } from 'react';
import { ChoiceFilter } from '../filters/choice-filter.tsx';
import { RangePicker } from '../filters/range-picker.tsx';
import { SearchField } from '../filters/search-field.tsx';
import { useOwnTexts } from '../i18n/text.tsx';
import { useNow } from '../time/use-now.ts';
import { zoneNames } from '../time/zone.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { isPeriod, offeredPeriods } from './statement-bar-periods.ts';
import { statementBarTexts } from './statement-bar-texts.ts';
import { GROUPS, groupOf, type StatementChoice } from './statement-choice.ts';

type StatementBarProps = {
  readonly choice: StatementChoice;
  readonly clock: ZoneClock;
  readonly set: (change: Partial<Record<keyof StatementChoice, string>>) => void;
};

/** By what a statement is asked for: a range, or a period in a zone; and how it is shown. */
export function StatementBar({ choice, clock, set }: StatementBarProps): ReactElement {
  const own = useOwnTexts(statementBarTexts);
  const now = useNow();
  const group = groupOf(choice);
  const narrow = useNarrow();
  return (
    <Flex direction="column" gap="3">
      <RangePicker
        value={choice.period === '' ? choice.range : ''}
        clock={clock}
        onChange={(range) => set({ range, period: '' })}
      />
      <Flex gap="3" wrap="wrap" align="flex-start">
        <SearchField
          label={own.period}
          value={choice.period}
          list={offeredPeriods(now, clock)}
          refusal={(text) => (isPeriod(text) ? undefined : own.periodHelp)}
          onChange={(period) => set({ period })}
        />
        <SearchField
          label={own.zoneNow(clock.zone)}
          value={choice.zone}
          list={zoneNames()}
          refusal={(text) => (isZone(text) ? undefined : own.zoneHelp)}
          onChange={(zone) => set({ zone })}
        />
        {narrow ? (
          <ChoiceFilter
            label={own.show}
            value={group}
            choices={GROUPS.map((value) => [value, own.groups[value]])}
            onChange={(value) => set({ by: value })}
          />
        ) : (
          <SegmentGroup.Root
            size="sm"
            value={group}
            aria-label={own.show}
            onValueChange={({ value }) => value && set({ by: value })}
            overflowX="auto"
            maxW="full"
            css={{ '--segment-radius': 'radii.l2' }}
          >
            <SegmentGroup.Indicator bg="bg" boxShadow="none" borderWidth="1px" />
            <SegmentGroup.Items
              items={GROUPS.map((value) => ({ value, label: own.groups[value] }))}
              fontSize="13px"
              px={{ base: '2', lg: '2.5' }}
            />
          </SegmentGroup.Root>
        )}
      </Flex>
    </Flex>
  );
}
