import { Box, Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { programOf } from '../program-of.ts';
import {
  type ToldSession,
  useEndAccessTokenMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useOwnSessionsQuery,
} from '../sessions-api.ts';
import { sessionsTexts } from '../sessions-texts.ts';

type Asked = { readonly to: 'end'; readonly session: ToldSession } | { readonly to: 'endOthers' | 'endToken' };

/** Where somebody is signed in, and what else calls in his name: each can be ended, also where the list cannot be had. */
export function OwnSessions(): ReactElement {
  const own = useOwnTexts(sessionsTexts);
  const query = useOwnSessionsQuery();
  const { data: sessions } = query;
  const { data: self } = useSelfQuery();
  const [asked, setAsked] = useState<Asked>();
  const nameOf = useSessionName();
  return (
    <Stack gap="4" maxW="680px">
      {query.error && !sessions ? (
        <FailedState what={own.what} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Box as="ul" listStyleType="none" borderTopWidth="1px" aria-label={own.list} aria-busy={!sessions}>
          {sessions === undefined
            ? [1, 2].map((line) => (
                <Row key={line}>
                  <Skeleton height="36px" my="1" />
                </Row>
              ))
            : sessions.map((session) => (
                <Row
                  key={session.id}
                  action={
                    session.current ? (
                      <Text fontSize="13px" color="brand">
                        {own.current}
                      </Text>
                    ) : (
                      <Button
                        size="xs"
                        aria-label={own.endOf(...nameOf(session))}
                        onClick={() => setAsked({ to: 'end', session })}
                      >
                        {own.end}
                      </Button>
                    )
                  }
                >
                  <Told session={session} />
                </Row>
              ))}
        </Box>
      )}
      <Flex gap="3" align="center" wrap="wrap">
        <Button disabled={sessions?.every(({ current }) => current)} onClick={() => setAsked({ to: 'endOthers' })}>
          {own.endOthers}
        </Button>
      </Flex>
      <Flex gap="3" align="center" wrap="wrap" minH="32px">
        <Text>{own.token}</Text>
        <Text color="fg.muted" flex="1" minW="160px">
          {self === undefined ? null : self.has_access_token ? own.hasToken : own.noToken}
        </Text>
        {self?.has_access_token === false ? null : (
          <Button size="xs" onClick={() => setAsked({ to: 'endToken' })}>
            {own.endToken}
          </Button>
        )}
      </Flex>
      {asked === undefined ? null : (
        <Question asked={asked} close={() => setAsked(undefined)} ended={() => void query.refetch()} />
      )}
    </Stack>
  );
}

/** What program it is of and at which address. */
function useSessionName(): (session: ToldSession) => readonly [program: string, address: string] {
  const own = useOwnTexts(sessionsTexts);
  return ({ agent, address }) => {
    const program = programOf(agent);
    const { name, system } = program ?? { name: own.unknownProgram, system: undefined };
    return [system === undefined ? name : own.on(name, system), address === '' ? own.unknownAddress : address];
  };
}

function Told({ session }: { readonly session: ToldSession }): ReactElement {
  const own = useOwnTexts(sessionsTexts);
  const [program, address] = useSessionName()(session);
  return (
    <>
      <Flex columnGap="2" wrap="wrap" title={session.agent}>
        <Text fontWeight="medium" overflowWrap="anywhere">
          {program}
        </Text>
        <Text overflowWrap="anywhere">{address}</Text>
      </Flex>
      <Flex columnGap="3" wrap="wrap" fontSize="13px" color="fg.muted">
        <Text>{own.seen(formatTime(session.seen_at))}</Text>
        <Text>{own.since(formatTime(session.created_at))}</Text>
      </Flex>
    </>
  );
}

type QuestionProps = { readonly asked: Asked; readonly close: () => void; readonly ended: () => void };

function Question({ asked, close, ended }: QuestionProps): ReactElement {
  const own = useOwnTexts(sessionsTexts);
  const nameOf = useSessionName();
  const [end] = useEndSessionMutation();
  const [endOthers] = useEndOtherSessionsMutation();
  const [endToken] = useEndAccessTokenMutation();
  if (asked.to === 'end')
    return (
      <ConfirmDialog
        title={own.endTitle(...nameOf(asked.session))}
        about={own.endAbout}
        confirm={own.end}
        onClose={close}
        act={async () => {
          // Who ends one that has ended meanwhile sees so in the list.
          await end(asked.session.id).unwrap().finally(ended);
          tellSuccess(own.ended);
        }}
      />
    );
  return asked.to === 'endOthers' ? (
    <ConfirmDialog
      title={own.endOthersTitle}
      about={own.endOthersAbout}
      confirm={own.endOthers}
      onClose={close}
      act={async () => {
        const count = await endOthers().unwrap();
        ended();
        tellSuccess(own.othersEnded(count));
      }}
    />
  ) : (
    <ConfirmDialog
      title={own.endTokenTitle}
      about={own.endTokenAbout}
      confirm={own.endToken}
      onClose={close}
      act={async () => {
        await endToken().unwrap();
        tellSuccess(own.tokenEnded);
      }}
    />
  );
}

type RowProps = { readonly children: ReactNode; readonly action?: ReactElement };

const Row = ({ children, action }: RowProps): ReactElement => (
  <Flex as="li" align="center" gap="3" minH="56px" py="2" borderBottomWidth="1px">
    <Box flex="1" minW="0">
      {children}
    </Box>
    {action}
  </Flex>
);
