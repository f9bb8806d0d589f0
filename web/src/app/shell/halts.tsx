import { Button, Dialog } from '@chakra-ui/react';
import { Suspense, useState, type ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { lazyPart } from '../../shared/connection/page-code.ts';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { type Halt, selectHalt } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { DialogFrame } from '../../shared/ui/dialogs.tsx';

const SignInOver = lazyPart(
  async () => (await import('../../features/sign-in/components/sign-in-over.tsx')).SignInOver,
);

/** What stands over the page while this tab does not go on: a sign-in, or, where a drawer covers the line that says so, who signed in elsewhere. */
export function Halts(): ReactElement | null {
  const { user } = useSession();
  const halt = useSelector(selectHalt);
  if (halt?.by === 'elsewhere') return <Elsewhere key={halt.user?.id ?? 0} halt={halt} name={user?.username ?? ''} />;
  if (halt?.by !== 'interrupted' || !user) return null;
  return (
    <Suspense>
      <SignInOver user={user} other={halt.other} />
    </Suspense>
  );
}

const isCovered = (): boolean =>
  document.querySelector('[data-part=content][data-state=open]:is([role=dialog], [role=alertdialog])') !== null;

type ElsewhereProps = { readonly halt: Extract<Halt, { by: 'elsewhere' }>; readonly name: string };

function Elsewhere({ halt, name }: ElsewhereProps): ReactElement | null {
  const own = useOwnTexts(haltTexts);
  const [open, setOpen] = useState(isCovered);
  if (!open) return null;
  return (
    <DialogFrame
      role="alertdialog"
      title={halt.user ? own.signedInElsewhere(halt.user.username, name) : own.signedOutElsewhere}
      onClose={() => setOpen(false)}
    >
      <Dialog.Footer>
        <Button variant="outline" onClick={() => setOpen(false)}>
          {own.look}
        </Button>
        <Button variant="solid" colorPalette="brand" onClick={() => window.location.reload()}>
          {own.reload}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
