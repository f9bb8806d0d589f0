import { Box } from '@chakra-ui/react';
import { type PublicOptions, publicRows } from '@ledgate/domain/options/public-options';
import { isUnlistedOption, type OptionTab as Tab, optionRows } from '@ledgate/domain/options/registry';
import { type ReactElement, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useStatus } from '../../../shared/status/status-api.ts';
import { FailedState } from '../../../shared/ui/states.tsx';
import { selectUi } from '../../../shared/ui-state/ui-slice.ts';
import { type Options, type SecretFacts, useOptionSecretsQuery, useOptionsQuery } from '../api/settings-api.ts';
import { optionGroups } from '../option-groups.ts';
import { isOutsideSection } from '../outside-sections.ts';
import { CleanLogs } from './clean-logs.tsx';
import { MailTools } from './mail-tools.tsx';
import { OutsideTools } from './outside-tools.tsx';
import { OptionSection } from './option-section.tsx';
import { SecretOption } from './secret-option.tsx';
import { PricingTab } from './pricing-tab.tsx';

/** A key that everybody is told is not in the list of options, which leaves keys out by their names. */
const toldToAll = (status: PublicOptions): Options =>
  Object.fromEntries(
    publicRows().flatMap(([name, key]) => (isUnlistedOption(key) ? [[key, String(status[name])]] : [])),
  );

/** What nobody is told stands for itself: a switch that rests on it asks whether it is set. Before that is known it is taken for set. */
const SET = 'set';
const secretMarks = (facts: SecretFacts | undefined): Options =>
  Object.fromEntries(
    optionRows().flatMap(([key, row]) =>
      row.kind === 'secret' ? [[key, facts?.[key]?.set === false ? '' : SET]] : [],
    ),
  );

/** `waiting`: what stands there until they have come. */
type OptionTabProps = { readonly tab: Tab; readonly waiting: ReactElement };

/** The options of one tab, a form a group. */
export function OptionTab({ tab, waiting }: OptionTabProps): ReactElement {
  const t = useTexts();
  const query = useOptionsQuery();
  // A time that was typed is one of the zone that was shown then.
  const { zone } = useSelector(selectUi);
  const status = useStatus();
  const { data: facts } = useOptionSecretsQuery();
  const options = useMemo(
    () => query.data && { ...query.data, ...toldToAll(status), ...secretMarks(facts) },
    [query.data, status, facts],
  );
  if (query.error && !query.data)
    return <FailedState what={t.settings.tabs[tab]} error={query.error} retry={() => void query.refetch()} />;
  if (!options) return waiting;
  if (tab === 'pricing') return <PricingTab options={options} />;
  return (
    <>
      {optionGroups
        .filter((group) => group.tab === tab)
        .map((group) => (
          <OptionSection key={group.id} group={group} options={options}>
            {group.id === 'logs' ? (
              <CleanLogs key={zone} />
            ) : group.id === 'access' ? (
              <Box maxW="560px">
                <SecretOption option="WorkerValidKey" />
              </Box>
            ) : group.id === 'mail' ? (
              <MailTools />
            ) : isOutsideSection(group.id) ? (
              <OutsideTools section={group.id} options={options} />
            ) : null}
          </OptionSection>
        ))}
    </>
  );
}
