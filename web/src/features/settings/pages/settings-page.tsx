import type { OptionTab } from '@ledgate/domain/options/registry';
import { Skeleton, Stack, Tabs } from '@chakra-ui/react';
import { type ReactElement, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../../shared/connection/page-code.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { PersonalSettings } from '../components/personal.tsx';

/** The operator's alone, with texts of its own. */
const Options = lazyPart(async () => (await import('../components/option-tab.tsx')).OptionTab);

/** Where options will stand. */
const waiting = (
  <Stack gap="4" maxW="560px" aria-busy>
    {[1, 2, 3, 4, 5].map((line) => (
      <Skeleton key={line} height="36px" />
    ))}
  </Stack>
);

/** In their order. Without the registry of options, which comes with the first tab that shows some. */
const OPTION_TABS = { operation: true, pricing: true, system: true, other: true } as const satisfies Record<
  OptionTab,
  true
>;
const optionTabs = Object.keys(OPTION_TABS) as readonly OptionTab[];

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
            <Suspense fallback={waiting}>
              <Options tab={known} waiting={waiting} />
            </Suspense>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Page>
  );
}
