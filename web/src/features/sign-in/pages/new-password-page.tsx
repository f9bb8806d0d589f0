import { Button, chakra, Input, Stack, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { Link, useLocation } from 'react-router-dom';
import { toApiError } from '../../../shared/api/api-error.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { errorText } from '../../../shared/ui/error-text.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { FieldFrame } from '../../../shared/ui/text-field.tsx';
import { TextLink } from '../../../shared/ui/links.ts';
import { useResetPasswordMutation } from '../api/reset-api.ts';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { type ResetLink, resetLinkIn } from '../reset-link.ts';
import { resetTexts } from '../texts.ts';

/** Where a mailed link leads. A new password is made by a press alone: what looks through mails opens their links by itself. */
export function NewPasswordPage(): ReactElement {
  const own = useOwnTexts(resetTexts);
  const { search } = useLocation();
  const link = resetLinkIn(search);
  return link === undefined ? (
    <NoGood title={own.partTitle} about={own.partAbout} />
  ) : (
    <NewPassword key={search} link={link} />
  );
}

function NewPassword({ link }: { readonly link: ResetLink }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(resetTexts);
  const [make, { data: password, error, isLoading }] = useResetPasswordMutation();
  if (error !== undefined && toApiError(error).kind === 'refused')
    return <NoGood title={own.badTitle} about={own.badAbout} said={errorText(error, t)} />;
  return (
    <SignInFrame
      title={own.newTitle}
      about={<chakra.span overflowWrap="anywhere">{own.newAbout(link.email)}</chakra.span>}
      foot={password === undefined ? <TextLink to="/login">{t.signIn.title}</TextLink> : null}
    >
      {password === undefined ? (
        <Stack gap="4">
          <Text>{own.newEffect}</Text>
          <FailureNote text={error === undefined ? undefined : errorText(error, t)} />
          <Button variant="solid" colorPalette="brand" loading={isLoading} onClick={() => void make(link)}>
            {own.make}
          </Button>
        </Stack>
      ) : (
        <Made password={password} />
      )}
    </SignInFrame>
  );
}

/** Selected where it has the focus, so that it can be copied by hand. */
function Made({ password }: { readonly password: string }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(resetTexts);
  const copy = useCopy();
  return (
    <Stack gap="4">
      <Text role="status">{own.made}</Text>
      <FieldFrame label={own.newTitle}>
        <Input
          readOnly
          value={password}
          htmlTranslate="no"
          fontFamily="mono"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      </FieldFrame>
      <Button variant="solid" colorPalette="brand" onClick={() => void copy(password, own.copied)}>
        <LuCopy />
        {t.common.copy}
      </Button>
      <Button asChild>
        <Link to="/login">{t.signIn.title}</Link>
      </Button>
    </Stack>
  );
}

type NoGoodProps = { readonly title: string; readonly about: string; readonly said?: string };

/** The link makes no password: why, and what does instead. */
function NoGood({ title, about, said }: NoGoodProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(resetTexts);
  return (
    <SignInFrame title={title} about={about} foot={<TextLink to="/login">{t.signIn.title}</TextLink>}>
      {said === undefined ? null : <Text role="alert">{said}</Text>}
      <Button asChild variant="solid" colorPalette="brand">
        <Link to="/reset">{own.newLink}</Link>
      </Button>
    </SignInFrame>
  );
}
