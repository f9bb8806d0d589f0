import type { OptionTab } from '@ledgate/domain/options/registry';
import { Skeleton, Stack, Tabs } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { selectUi } from '../../../shared/ui-state/ui-slice.ts';
import { useOptionsQuery } from '../api/settings-api.ts';
import { CleanLogs } from '../components/clean-logs.tsx';
import { OptionSection } from '../components/option-section.tsx';
import { PersonalSettings } from '../components/personal.tsx';
import { PricingTab } from '../components/pricing-tab.tsx';
import { optionGroups, optionTabs } from '../option-groups.ts';

/** Personal settings for everybody; the operator's options for super administrators, a tab each (`?tab=`). */
export function SettingsPage(): ReactElement {
  const t = useTexts();
  const { isRoot } = useSession();
  const [params, setParams] = useSearchParams();
  const tab = isRoot ? (optionTabs.find((known) => known === params.get('tab')) ?? 'personal') : 'personal';
  if (!isRoot)
    return (
      <Page title={t.nav.setting}>
        <PersonalSettings />
      </Page>
    );
  return (
    <Page title={t.nav.setting}>
      <Tabs.Root
        value={tab}
        lazyMount
        unmountOnExit
        colorPalette="brand"
        size="sm"
        onValueChange={({ value }) => setParams(value === 'personal' ? {} : { tab: value })}
      >
        <Tabs.List overflowX="auto">
          {['personal' as const, ...optionTabs].map((known) => (
            <Tabs.Trigger key={known} value={known} whiteSpace="nowrap" flexShrink={0}>
              {t.settings.tabs[known]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="personal" pt="6" colorPalette="gray">
          <PersonalSettings />
        </Tabs.Content>
        {optionTabs.map((known) => (
          <Tabs.Content key={known} value={known} pt="6" colorPalette="gray">
            <OptionTab tab={known} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Page>
  );
}

function OptionTab({ tab }: { readonly tab: OptionTab }): ReactElement {
  const t = useTexts();
  const query = useOptionsQuery();
  // A time that was typed is one of the zone that was shown then.
  const { zone } = useSelector(selectUi);
  if (query.error && !query.data)
    return <FailedState what={t.settings.tabs[tab]} error={query.error} retry={() => void query.refetch()} />;
  const { data: options } = query;
  if (!options)
    return (
      <Stack gap="4" maxW="560px" aria-busy>
        {[1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} height="36px" />
        ))}
      </Stack>
    );
  if (tab === 'pricing') return <PricingTab options={options} />;
  return (
    <>
      {optionGroups
        .filter((group) => group.tab === tab)
        .map((group) => (
          <OptionSection key={group.id} group={group} options={options}>
            {group.id === 'logs' ? <CleanLogs key={zone} /> : null}
          </OptionSection>
        ))}
    </>
  );
}
