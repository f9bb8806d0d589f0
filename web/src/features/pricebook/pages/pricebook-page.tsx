import { Button, Tabs } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { PricesTab } from '../components/prices-tab.tsx';
import { QuoteDrawer } from '../components/quote-drawer.tsx';
import { pricebookTexts } from '../texts.ts';

const DifferencesTab = onDemand(async () => (await import('../components/differences-tab.tsx')).DifferencesTab);
const HistoryTab = onDemand(async () => (await import('../components/history-tab.tsx')).HistoryTab);

const tabs = [
  { id: 'prices', Content: PricesTab },
  { id: 'differences', Content: DifferencesTab },
  { id: 'history', Content: HistoryTab },
] as const;

/** In the address, where the drawer is open. */
const QUOTE = 'quote:';

/** The price book: what it prices, what the catalogue says otherwise, and how it came to be, a tab each (`?tab=`). */
export function PriceBookPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(pricebookTexts);
  const [params, setParams] = useSearchParams();
  const { what, open, close } = useOpened();
  const tab = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'prices';
  return (
    <Page
      title={t.nav.pricebook}
      about={own.about}
      action={<Button onClick={() => open(QUOTE)}>{own.quote}</Button>}
      wide
    >
      <Tabs.Root
        value={tab}
        lazyMount
        unmountOnExit
        colorPalette="brand"
        size="sm"
        onValueChange={({ value }) => setParams(value === 'prices' ? {} : { tab: value })}
      >
        <Tabs.List overflowX="auto">
          {tabs.map(({ id }) => (
            <Tabs.Trigger key={id} value={id} whiteSpace="nowrap" flexShrink={0}>
              {own.tabs[id]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Content }) => (
          <Tabs.Content key={id} value={id} pt="4" colorPalette="gray">
            <Content />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {what === QUOTE ? <QuoteDrawer model={params.get('q') ?? ''} onClose={close} /> : null}
    </Page>
  );
}
