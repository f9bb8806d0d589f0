import { Button, Flex } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { useUnsaved } from '../../../shared/form/unsaved.ts';
import { formatTime, fromLocalInput, toLocalInput } from '../../../shared/time/time-format.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useCleanLogsMutation } from '../operator-api.ts';
import { settingsTexts } from '../texts.ts';

const MONTH_S = 30 * 86_400;

/** Takes display rows away that are older than a time; ledger, balances and dashboards stay. */
export function CleanLogs(): ReactElement {
  const own = useOwnTexts(settingsTexts);
  const [opened] = useState(() => toLocalInput(Math.floor(Date.now() / 1000) - MONTH_S));
  const [before, setBefore] = useState(opened);
  useUnsaved(before !== opened);
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const [clean] = useCleanLogsMutation();
  const ask = (): void => {
    const time = fromLocalInput(before);
    setError(time === undefined ? own.cleanMissing : undefined);
    setAsked(time);
  };
  return (
    <Flex gap="2" align="flex-start" maxW="480px" direction={{ base: 'column', sm: 'row' }}>
      <TextField
        label={own.cleanBefore}
        type="datetime-local"
        value={before}
        onChange={setBefore}
        error={error}
        help={own.cleanAbout}
      />
      <Button mt={{ base: '0', sm: '26px' }} onClick={ask}>
        {own.clean}
      </Button>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={own.cleanTitle(formatTime(asked))}
          about={own.cleanConfirm}
          confirm={own.clean}
          onClose={() => setAsked(undefined)}
          act={async () => tellSuccess(own.cleaned(formatCount(await clean(asked).unwrap())))}
        />
      )}
    </Flex>
  );
}
