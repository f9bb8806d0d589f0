import { Button } from '@chakra-ui/react';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { useState, type ReactElement } from 'react';
import { LuDownload, LuPrinter } from 'react-icons/lu';
import { useStore } from 'react-redux';
import { loadedCode } from '../connection/page-code.ts';
import type { FileStore } from '../files/answered-file.ts';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { useSession } from '../session/use-session.ts';
import { useAsked } from '../ui/on-demand.tsx';
import type { RowAction } from '../ui/row-menu.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { tellFailure } from '../ui/toaster.tsx';
import type { StatementOf } from './account-api.ts';
import { statementBarTexts } from './statement-bar-texts.ts';
import { useStatementChoice } from './statement-chosen.ts';
import type { StatementFormat } from './statement-file.ts';

const loadFiles = () => import('./statement-file.ts');
const loadMenu = async () => (await import('../ui/opened-row-menu.tsx')).OpenedRowMenu;
const FORMATS = ['json', 'csv', 'html'] as const satisfies readonly StatementFormat[];

/** The statement that is chosen as a file, and printed: what comes out of the printer is the server's page. Who may have no file prints what he sees. */
export function StatementFiles({ of }: { readonly of: StatementOf }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementBarTexts);
  const store = useStore() as FileStore;
  const { may } = useSession();
  const { range } = useStatementChoice();
  const [isBusy, setBusy] = useState(false);
  const mayHaveFile = ('userId' in of && of.userId === undefined) || may(ACCESS.statement.userFile);
  const make = (format: StatementFormat, then: 'save' | 'print'): void => {
    setBusy(true);
    void loadedCode(loadFiles)
      .then(async (files) => files[then](await files.statementFile({ of, range, format }, store)))
      .catch((error: unknown) => tellFailure(error, t))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {mayHaveFile ? (
        <FilesMenu
          isBusy={isBusy}
          actions={FORMATS.map((format) => ({ id: format, label: own.file[format], run: () => make(format, 'save') }))}
        />
      ) : null}
      <Button loading={isBusy} onClick={() => (mayHaveFile ? make('html', 'print') : window.print())}>
        <LuPrinter />
        {t.statement.print}
      </Button>
    </>
  );
}

type FilesMenuProps = { readonly isBusy: boolean; readonly actions: readonly RowAction[] };

/** Its machinery comes when it is first opened. */
function FilesMenu({ isBusy, actions }: FilesMenuProps): ReactElement {
  const own = useOwnTexts(statementBarTexts);
  const { Part: Opened, ask, warm } = useAsked(loadMenu);
  const narrow = useNarrow();
  const look = { variant: 'outline', disabled: isBusy, 'aria-label': own.files, title: own.files } as const;
  if (Opened === undefined)
    return (
      <Button {...look} aria-haspopup="menu" onPointerEnter={warm} onFocus={warm} onClick={ask}>
        <LuDownload />
        {narrow ? null : own.files}
      </Button>
    );
  const trigger = (
    <Button {...look}>
      <LuDownload />
      {narrow ? null : own.files}
    </Button>
  );
  return <Opened trigger={trigger} actions={actions} />;
}
