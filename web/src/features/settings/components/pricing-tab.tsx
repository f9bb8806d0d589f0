import { Box, Button, Tabs } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { OPENED } from '../../../shared/filters/opened.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useBigChangeQuestion } from '../../../shared/prices/big-change-question.tsx';
import { useBigChangesMutation } from '../../../shared/prices/big-changes-api.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import type { Options } from '../api/settings-api.ts';
import { useResetModelRatioMutation } from '../operator-api.ts';
import { optionGroups } from '../option-groups.ts';
import { settingsTexts } from '../texts.ts';
import { OptionSection } from './option-section.tsx';

/** The map that is there without one being named in the address. */
const FIRST = 'ModelRatio';
const group = optionGroups.find(({ id }) => id === 'pricing');

/** The price book as JSON, one tab a map; each save publishes a new version. */
export function PricingTab({ options }: { readonly options: Options }): ReactElement {
  const own = useOwnTexts(settingsTexts);
  const [asked, setAsked] = useState(false);
  const [reset] = useResetModelRatioMutation();
  const [weigh] = useBigChangesMutation();
  const { ask, question } = useBigChangeQuestion();
  const fields = group?.fields ?? [];
  const [params, setParams] = useSearchParams();
  const tab = fields.find(({ key }) => key === params.get(OPENED))?.key ?? FIRST;
  return (
    <Tabs.Root
      value={tab}
      lazyMount
      unmountOnExit
      onValueChange={({ value }) => setParams({ tab: 'pricing', ...(value === FIRST ? {} : { [OPENED]: value }) })}
      colorPalette="brand"
      size="sm"
    >
      <Tabs.List overflowX="auto">
        {fields.map(({ key }) => (
          <Tabs.Trigger key={key} value={key} whiteSpace="nowrap" flexShrink={0}>
            {own.options[key]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {fields.map((field) => (
        <Tabs.Content key={field.key} value={field.key} colorPalette="gray">
          <OptionSection group={{ id: 'pricing', tab: 'pricing', fields: [field] }} options={options}>
            {field.key === FIRST ? (
              <Button size="xs" onClick={() => setAsked(true)}>
                {own.resetRatios}
              </Button>
            ) : null}
          </OptionSection>
        </Tabs.Content>
      ))}
      {asked ? (
        <Box>
          <ConfirmDialog
            title={own.resetTitle}
            about={own.resetAbout}
            confirm={own.resetRatios}
            onClose={() => setAsked(false)}
            act={async () => {
              const { items, total } = await weigh({ options: { ModelRatio: null } }).unwrap();
              if (!(await ask({ changes: items, total }))) return;
              await reset().unwrap();
              tellSuccess(own.resetDone);
            }}
          />
          {question}
        </Box>
      ) : null}
    </Tabs.Root>
  );
}
