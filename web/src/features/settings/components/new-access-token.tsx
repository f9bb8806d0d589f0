import { Box } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { CopyText, useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { useAccessTokenMutation } from '../sessions-api.ts';

const TOKEN_CHARACTERS = 40;

/** Asks whether a new access token is wanted in place of the old one, and shows it. */
export function NewAccessToken(): ReactElement | null {
  const t = useTexts();
  const copy = useCopy();
  const [isAsked, setIsAsked] = useState(true);
  const [token, setToken] = useState<string>();
  const [make] = useAccessTokenMutation();
  return (
    <>
      {token ? (
        <Box>
          <CopyText text={token} characters={TOKEN_CHARACTERS} label={t.personal.accessToken} />
        </Box>
      ) : null}
      {isAsked ? (
        <ConfirmDialog
          title={t.personal.makeTokenTitle}
          about={t.personal.makeTokenAbout}
          confirm={t.personal.makeToken}
          danger={false}
          onClose={() => setIsAsked(false)}
          act={async () => {
            const made = await make().unwrap();
            setToken(made);
            await copy(made, t.personal.tokenCopied);
          }}
        />
      ) : null}
    </>
  );
}
