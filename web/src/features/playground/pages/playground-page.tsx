import { Box, Button, chakra, Grid, Skeleton, Stack } from '@chakra-ui/react';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ThunkDispatch } from '@reduxjs/toolkit';
import type { Action } from 'redux';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useOwnGroupsQuery, useOwnModelsQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useNarrow } from '../../../shared/ui/use-narrow.ts';
import { ask, askAgain, stop, type State } from '../ask.ts';
import { type Choices, keepChoices, storedChoices } from '../choices.ts';
import { ChoicesForm } from '../components/choices-form.tsx';
import { Composer } from '../components/composer.tsx';
import { MessageView } from '../components/message-view.tsx';
import { cleared, drafted, removed, selectPlayground } from '../playground-slice.ts';
import { playgroundTexts } from '../texts.ts';

/** Asks a model by the session of who is signed in, at the price of any call. */
export function PlaygroundPage(): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const models = useOwnModelsQuery();
  const groups = useOwnGroupsQuery();
  const failed = models.error ? models : groups.error ? groups : undefined;
  return (
    <Page title={own.title} about={own.about} wide>
      {failed?.error && !(models.data && groups.data) ? (
        <FailedState
          what={own.title}
          error={failed.error}
          retry={() => {
            void models.refetch();
            void groups.refetch();
          }}
        />
      ) : models.data && groups.data ? (
        models.data.length === 0 ? (
          <EmptyState title={own.noModelsTitle} about={own.noModelsAbout} />
        ) : (
          <Playground models={models.data} groups={groups.data} />
        )
      ) : (
        <Columns choices={<Skeleton height="360px" />} conversation={<Skeleton height="360px" />} />
      )}
    </Page>
  );
}

type PlaygroundProps = {
  readonly models: readonly string[];
  readonly groups: Readonly<Record<string, { readonly desc: string }>>;
};

function Playground({ models, groups }: PlaygroundProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const { user } = useSession();
  const dispatch = useDispatch<ThunkDispatch<State, unknown, Action>>();
  const { messages, draft } = useSelector(selectPlayground);
  const [kept, setKept] = useState(storedChoices);
  const choices = useMemo(
    () => offered(kept, models, Object.keys(groups), user?.group ?? ''),
    [kept, models, groups, user],
  );
  const [asking, setAsking] = useState(false);
  const [isValid, setValid] = useState(true);
  const isAnswering = messages.some(({ standing }) => standing === 'coming');
  const userId = user?.id ?? 0;
  const choose = (next: Choices): void => {
    setKept(next);
    keepChoices(next);
  };
  const send = (text: string): void => {
    dispatch(drafted({ userId, text: '' }));
    void dispatch(ask(text.trim(), choices, own.failures));
  };
  useAskedBeforeReload(draft.trim() !== '' || isAnswering);
  const lastId = messages.at(-1)?.id;
  return (
    <Columns
      choices={
        <ChoicesForm
          choices={choices}
          models={models}
          groups={Object.entries(groups).map(([name, { desc }]) => [
            name,
            desc === '' || desc === name ? name : `${name} · ${desc}`,
          ])}
          onChange={choose}
          onValid={setValid}
        />
      }
      summary={`${choices.model} · ${choices.group}`}
      conversation={
        <>
          <Box role="log" aria-label={own.conversation} minH="240px">
            {messages.length === 0 ? <EmptyState title={own.beginTitle} about={own.beginAbout} /> : null}
            {messages.map((message) => (
              <MessageView
                key={message.id}
                message={message}
                again={
                  message.id === lastId && !isAnswering
                    ? () => void dispatch(askAgain(message.id, choices, own.failures))
                    : undefined
                }
                remove={
                  message.role === 'user' && !isAnswering ? () => void dispatch(removed({ id: message.id })) : undefined
                }
              />
            ))}
            <EndInSight of={messages.at(-1)?.text.length ?? 0} />
          </Box>
          {messages.length > 0 ? (
            <Button
              variant="ghost"
              size="xs"
              mb="2"
              alignSelf="flex-start"
              disabled={isAnswering}
              onClick={() => setAsking(true)}
            >
              {own.clear}
            </Button>
          ) : null}
          <Composer
            draft={draft}
            onDraft={(text) => void dispatch(drafted({ userId, text }))}
            isAnswering={isAnswering}
            isReady={isValid && models.includes(choices.model)}
            onSend={send}
            onStop={stop}
          />
          {asking ? (
            <ConfirmDialog
              title={own.clearAsk}
              about={own.clearAbout(messages.filter(({ role }) => role === 'user').length)}
              confirm={own.clear}
              act={async () => void dispatch(cleared())}
              onClose={() => setAsking(false)}
            />
          ) : null}
        </>
      }
    />
  );
}

/** Other pages leave the conversation as it is; loading this one anew would lose what is typed, or an answer that is paid for. */
function useAskedBeforeReload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsked]);
}

/** What was chosen, where that is still to be had. */
function offered(kept: Choices, models: readonly string[], groups: readonly string[], ownGroup: string): Choices {
  const group = [kept.group, ownGroup].find((name) => groups.includes(name)) ?? groups[0] ?? '';
  const model = models.includes(kept.model) ? kept.model : (models[0] ?? '');
  return { ...kept, group, model };
}

/** The end of the conversation stays in sight while it grows, unless somebody reads further up. */
function EndInSight({ of }: { readonly of: number }): ReactElement {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.getBoundingClientRect();
    if (of > 0 && box && box.top < window.innerHeight + NEAR_PX) end.current?.scrollIntoView({ block: 'nearest' });
  }, [of]);
  // Above what is typed, which covers the lower end of the window.
  return <Box ref={end} scrollMarginBottom="140px" />;
}

const NEAR_PX = 160;

type ColumnsProps = {
  readonly choices: ReactElement;
  readonly conversation: ReactElement;
  /** What stands for the options where they are folded. */
  readonly summary?: string;
};

/** Options beside the conversation; folded above it on small screens. */
function Columns({ choices, conversation, summary }: ColumnsProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const narrow = useNarrow();
  return (
    <Grid templateColumns={{ base: '1fr', lg: '280px 1fr' }} gap={{ base: '4', lg: '8' }} alignItems="start">
      {narrow ? (
        <chakra.details>
          <chakra.summary cursor="pointer" minH="44px" fontSize="13px" overflowWrap="anywhere">
            {own.choices}
            {summary === undefined ? null : <Box color="fg.muted">{summary}</Box>}
          </chakra.summary>
          <Box pt="2">{choices}</Box>
        </chakra.details>
      ) : (
        <Box as="section" aria-label={own.choices}>
          {choices}
        </Box>
      )}
      <Stack gap="0" minW="0" maxW="880px">
        {conversation}
      </Stack>
    </Grid>
  );
}
