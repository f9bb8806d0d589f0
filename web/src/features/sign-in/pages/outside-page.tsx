import { Button, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { toApiError } from '../../../shared/api/api-error.ts';
import { useOwnTexts, useTexts, type Texts } from '../../../shared/i18n/text.tsx';
import type { PageProvider } from '../../../shared/outside/authorize.ts';
import { outsideTexts } from '../../../shared/outside/texts.ts';
import { signedIn } from '../../../shared/session/session-slice.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { errorText } from '../../../shared/ui/error-text.ts';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { afterSignIn } from '../after-sign-in.ts';
import { useHandOnMutation } from '../api/outside-sign-in-api.ts';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { type Handed, handedIn } from '../handed.ts';
import { takeOnward } from '../kept-onward.ts';
import { outsideSignInTexts } from '../outside-texts.ts';

const SETTINGS = '/setting';
/** What the server says where an account was bound, in any language. */
const BOUND = 'bind';
const FORBIDDEN = 403;

export const GitHubPage = (): ReactElement => <OutsidePage provider="github" />;
export const LinuxDoPage = (): ReactElement => <OutsidePage provider="linuxdo" />;

/** Where a provider's page leads back to: who was signed in has bound it then, and anybody else is signed in (docs/console.md#accounts-with-providers). */
function OutsidePage({ provider }: { readonly provider: PageProvider }): ReactElement {
  const own = useOwnTexts(outsideSignInTexts);
  const { [provider]: name } = useOwnTexts(outsideTexts).names;
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [handed] = useState(() => handedIn(search));
  const failure = useHandedOn(provider, handed);
  // Neither loading the page again nor coming back hands on what is good once.
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);
  if (handed === undefined) return <WayOn title={own.nothingTitle} said={own.nothing(name)} />;
  if (failure !== undefined) return <WayOn title={own.failedTitle(name)} said={failure} isWrong />;
  return (
    <SignInFrame title={name} about={<span role="status">{own.working(name)}</span>} foot={null}>
      {null}
    </SignInFrame>
  );
}

/** Hands it on once, however often the page is drawn, and goes on; answers why that did not work. */
function useHandedOn(provider: PageProvider, handed: Handed | undefined): string | undefined {
  const t = useTexts();
  const own = useOwnTexts(outsideSignInTexts);
  const { [provider]: name } = useOwnTexts(outsideTexts).names;
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const [handOn] = useHandOnMutation();
  const [failure, setFailure] = useState<string>();
  const isBegun = useRef(false);
  useEffect(() => {
    if (handed === undefined || isBegun.current) return;
    isBegun.current = true;
    const run = async (): Promise<void> => {
      const { success, message, data } = await handOn({ provider, handed }).unwrap();
      if (!success) return setFailure(message || t.errors.refused);
      if (message === BOUND) {
        tellSuccess(own.bound(name));
        return navigate(SETTINGS, { replace: true });
      }
      if (data) dispatch(signedIn(data));
      return navigate(afterSignIn({ search: '', state: { from: takeOnward() } }), { replace: true });
    };
    run().catch((error: unknown) => setFailure(failureText(error, t)));
  }, [handed, provider, handOn, navigate, dispatch, t, own, name]);
  return failure;
}

/** What the server says of a state that is not good any more stands by itself, too. */
function failureText(error: unknown, t: Texts): string {
  const { status, message } = toApiError(error);
  return status === FORBIDDEN && message !== '' ? message : errorText(error, t);
}

type WayOnProps = { readonly title: string; readonly said: string; readonly isWrong?: boolean };

function WayOn({ title, said, isWrong = false }: WayOnProps): ReactElement {
  const own = useOwnTexts(outsideSignInTexts);
  const { user } = useSession();
  return (
    <SignInFrame title={title} about={<Text role={isWrong ? 'alert' : 'status'}>{said}</Text>} foot={null}>
      <Button asChild variant="solid" colorPalette="brand">
        <Link to={user === null ? '/login' : SETTINGS} replace>
          {user === null ? own.toSignIn : own.toSettings}
        </Link>
      </Button>
    </SignInFrame>
  );
}
