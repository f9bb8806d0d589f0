import { Button, chakra, Skeleton, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useEditSelfMutation, useSelfQuery } from '../../../shared/session/self-api.ts';
import { signedIn } from '../../../shared/session/session-slice.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { usersTexts } from '../texts.ts';
import { ownNamesForm } from '../user-form.ts';

/** One's own username and display name; for everybody who is signed in. */
export function OwnNamesPage(): ReactElement {
  const own = useOwnTexts(usersTexts);
  const query = useSelfQuery();
  const { data: self } = query;
  return (
    <Page title={own.ownTitle} about={own.ownAbout}>
      {query.error && !self ? (
        <FailedState what={own.ownTitle} error={query.error} retry={() => void query.refetch()} />
      ) : self ? (
        <NamesForm username={self.username} displayName={self.display_name} />
      ) : (
        <Stack gap="6" maxW="368px" aria-busy>
          <Skeleton height="56px" />
          <Skeleton height="56px" />
        </Stack>
      )}
    </Page>
  );
}

function NamesForm(opened: { readonly username: string; readonly displayName: string }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(usersTexts);
  const dispatch = useDispatch();
  const { user } = useSession();
  const [edit] = useEditSelfMutation();
  const form = useContractForm({
    initial: { username: opened.username, displayName: opened.displayName },
    schema: (typed) => ownNamesForm(typed, opened.username, t),
    submit: async (names) => {
      await edit(names).unwrap();
      form.settle();
      if (user) dispatch(signedIn({ ...user, ...names }));
      tellSuccess(own.saved);
    },
  });
  const { values, errors, set } = form;
  return (
    <chakra.form noValidate maxW="368px" onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        <TextField
          label={t.users.username}
          value={values.username}
          onChange={(name) => set('username', name)}
          error={errors.username}
          autoComplete="username"
          required
        />
        <TextField
          label={t.users.displayName}
          value={values.displayName}
          onChange={(name) => set('displayName', name)}
          error={errors.displayName}
          autoComplete="nickname"
          required
        />
        <FailureNote text={form.failure} />
        <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy} loadingText={t.common.saving}>
          {t.common.save}
        </Button>
      </Stack>
    </chakra.form>
  );
}
