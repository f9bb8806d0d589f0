import type { OptionTab as Tab } from '@ledgate/domain/options/registry';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { selectUi } from '../../../shared/ui-state/ui-slice.ts';
import { useOptionsQuery } from '../api/settings-api.ts';
import { optionGroups } from '../option-groups.ts';
import { CleanLogs } from './clean-logs.tsx';
import { MailTools } from './mail-tools.tsx';
import { OptionSection } from './option-section.tsx';
import { PricingTab } from './pricing-tab.tsx';

/** `waiting`: what stands there until they have come. */
type OptionTabProps = { readonly tab: Tab; readonly waiting: ReactElement };

/** The options of one tab, a form a group. */
export function OptionTab({ tab, waiting }: OptionTabProps): ReactElement {
  const t = useTexts();
  const query = useOptionsQuery();
  // A time that was typed is one of the zone that was shown then.
  const { zone } = useSelector(selectUi);
  if (query.error && !query.data)
    return <FailedState what={t.settings.tabs[tab]} error={query.error} retry={() => void query.refetch()} />;
  const { data: options } = query;
  if (!options) return waiting;
  if (tab === 'pricing') return <PricingTab options={options} />;
  return (
    <>
      {optionGroups
        .filter((group) => group.tab === tab)
        .map((group) => (
          <OptionSection key={group.id} group={group} options={options}>
            {group.id === 'logs' ? <CleanLogs key={zone} /> : group.id === 'mail' ? <MailTools /> : null}
          </OptionSection>
        ))}
    </>
  );
}
