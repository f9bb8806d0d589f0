import type { Binding } from '@ledgate/api/contract/outside-account';
import { Box, Button, Grid, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { PROVIDERS } from '../../../shared/outside/providers.ts';
import { outsideTexts } from '../../../shared/outside/texts.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import type { User } from '../api/users-api.ts';
import { useUnbindUserMutation } from '../bindings-api.ts';
import { usersTexts } from '../texts.ts';

const ID_CHARACTERS = 24;

/** What is bound to somebody's account beside his password, and taking one off it: of who has a lower rank, as the server has it. */
export function UserBindings({ user }: { readonly user: User }): ReactElement {
  const own = useOwnTexts(usersTexts);
  const { names } = useOwnTexts(outsideTexts);
  const { user: self, isRoot } = useSession();
  const [asked, setAsked] = useState<Binding>();
  const [unbind] = useUnbindUserMutation();
  const isBelow = isRoot || user.role < (self?.role ?? 0);
  const bound: readonly (readonly [binding: Binding, name: string, id: string])[] = [
    ['email' as const, own.email, user.email] as const,
    ...PROVIDERS.map(([provider, field]) => [provider, names[provider], user[field]] as const),
  ].filter(([, , id]) => id !== '');
  const nameOf = (binding: Binding): string => (binding === 'email' ? own.email : names[binding]);
  return (
    <>
      {bound.length === 0 ? (
        own.none
      ) : (
        <Box as="ul" listStyleType="none">
          {bound.map(([binding, name, id]) => (
            <Grid
              as="li"
              key={binding}
              templateColumns={{ base: 'minmax(0, 1fr) auto', sm: '72px 200px auto' }}
              justifyContent="start"
              alignItems="center"
              columnGap="3"
              minH="32px"
              mb={{ base: '2', sm: '0' }}
            >
              <Text fontSize="13px">{name}</Text>
              <Box gridColumn={{ base: '1 / -1', sm: '2' }} gridRow={{ base: '2', sm: '1' }} minW="0">
                <CopyText text={id} characters={ID_CHARACTERS} label={name} />
              </Box>
              <Button
                size="xs"
                gridColumn={{ base: '2', sm: '3' }}
                gridRow="1"
                justifySelf="end"
                aria-label={own.unbindOf(name)}
                disabled={!isBelow}
                onClick={() => setAsked(binding)}
              >
                {own.unbind}
              </Button>
            </Grid>
          ))}
        </Box>
      )}
      {asked === undefined ? null : (
        <ConfirmDialog
          title={own.unbindTitle(nameOf(asked), user.username)}
          about={asked === 'email' ? own.unbindEmailAbout : own.unbindAbout(nameOf(asked))}
          confirm={own.unbind}
          onClose={() => setAsked(undefined)}
          act={async () => {
            await unbind({ id: user.id, binding: asked }).unwrap();
            tellSuccess(own.isUnbound(nameOf(asked), user.username));
          }}
        />
      )}
    </>
  );
}
