import { Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { formatDuration } from '../../../shared/time/time-format.ts';
import { tellFailure, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { useTestChannelMutation, type Channel } from '../api/channels-api.ts';

/** One short request to the channel's upstream; says how long it took, or what the upstream said. */
export function TestButton({ channel }: { readonly channel: Channel }): ReactElement {
  const t = useTexts();
  const [test] = useTestChannelMutation();
  const { run, busy } = useAction(test);
  const start = async (): Promise<void> => {
    const result = await run({ id: channel.id, model: '' });
    if (!result) return;
    const time = formatDuration(result.time * 1000);
    if (result.success) tellSuccess(t.channels.testPassed(channel.name, time));
    else
      tellFailure(
        {
          kind: 'refused',
          status: 200,
          message: t.channels.testFailed(channel.name, time, result.message),
          requestId: undefined,
        },
        t,
      );
  };
  return (
    <Button
      size="xs"
      variant="outline"
      loading={busy}
      aria-label={t.channels.testOf(channel.name)}
      onClick={() => void start()}
    >
      {t.channels.test}
    </Button>
  );
}
