import { Button, Menu, Portal, Text } from '@chakra-ui/react';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { useState, type ReactElement } from 'react';
import { LuDownload, LuPrinter } from 'react-icons/lu';
import { useFilters } from '../filters/use-filters.ts';
import { useLanguage, useOwnTexts, useTexts } from '../i18n/text.tsx';
import { useSession } from '../session/use-session.ts';
import { formatTime } from '../time/time-format.ts';
import { useNow } from '../time/use-now.ts';
import { tellFailure } from '../ui/toaster.tsx';
import type { StatementOf } from './account-api.ts';
import { StatementBar } from './statement-bar.tsx';
import { statementDefaults, statementRange, zoneOf } from './statement-choice.ts';
import { print, save, STATEMENT_FORMATS, statementFile, type StatementFormat } from './statement-file.ts';
import { statementTexts } from './statement-texts.ts';
import { StatementView } from './statement-view.tsx';

type AccountStatementProps = { readonly of: StatementOf; readonly name: string };

/** A statement over a range or a period that is chosen, by entries or summed up. */
export function AccountStatement({ of, name }: AccountStatementProps): ReactElement {
  const t = useTexts();
  const { values, set } = useFilters<keyof typeof statementDefaults>(statementDefaults);
  const range = statementRange(values, useNow());
  const [from, until] =
    'period' in range ? [range.period, range.period] : [formatTime(range.start), formatTime(range.end - 1)];
  return (
    <>
      <StatementBar choice={values} set={set} />
      <Text color="fg.muted" fontSize="13px" mb="4">
        {from === until ? `${name} · ${from} · ${zoneOf(values)}` : t.statement.period(name, from, until, zoneOf(values))}
      </Text>
      <StatementView choice={values} of={of} />
    </>
  );
}

/** The statement that is chosen as a file, and printed: what comes out of the printer is the server's page. Who may have no file prints what he sees. */
export function StatementFiles({ of }: { readonly of: StatementOf }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementTexts);
  const language = useLanguage();
  const { user, may } = useSession();
  const { values } = useFilters<keyof typeof statementDefaults>(statementDefaults);
  const range = statementRange(values, useNow());
  const [isBusy, setBusy] = useState(false);
  const mayHaveFile = ('userId' in of && of.userId === undefined) || may(ACCESS.statement.userFile);
  const make = (format: StatementFormat, then: typeof save | typeof print): void => {
    setBusy(true);
    void statementFile({ of, range, format, userId: user?.id ?? -1, language })
      .then(then)
      .catch((error: unknown) => tellFailure(error, t))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {mayHaveFile ? (
        <Menu.Root positioning={{ placement: 'bottom-end' }}>
          <Menu.Trigger asChild>
            <Button variant="outline" disabled={isBusy}>
              <LuDownload />
              {own.files}
            </Button>
          </Menu.Trigger>
          <Portal>
            <Menu.Positioner>
              <Menu.Content bg="bg" borderWidth="1px" minW="160px">
                {STATEMENT_FORMATS.map((format) => (
                  <Menu.Item key={format} value={format} minH="32px" onSelect={() => make(format, save)}>
                    {own.file[format]}
                  </Menu.Item>
                ))}
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
      ) : null}
      <Button loading={isBusy} onClick={() => (mayHaveFile ? make('html', print) : window.print())}>
        <LuPrinter />
        {t.statement.print}
      </Button>
    </>
  );
}
