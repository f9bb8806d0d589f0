import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuCopy, LuReceiptText, LuRotateCcw, LuTrash2 } from 'react-icons/lu';
import { Link } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { receiptPath } from '../../../shared/receipt/receipt-api.ts';
import { CopyText, useCopy } from '../../../shared/ui/copy.tsx';
import { ModelText } from '../../../shared/ui/operator-html.tsx';
import type { Message } from '../playground-slice.ts';
import { playgroundTexts } from '../texts.ts';

type MessageViewProps = {
  readonly message: Message;
  /** undefined where it cannot be asked again, or removed. */
  readonly again: (() => void) | undefined;
  readonly remove: (() => void) | undefined;
};

/** A question, or an answer as far as it has come, with what can be done with it. */
export function MessageView({ message, again, remove }: MessageViewProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const { role, text, reasoning, standing } = message;
  return (
    <Box
      as="article"
      aria-label={role === 'user' ? own.yours : own.theirs}
      py="4"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
    >
      <Flex justify="space-between" align="center" minH="32px" mb="1" gap="2">
        <Text fontWeight="600" fontSize="13px">
          {role === 'user' ? own.yours : own.theirs}
          <Standing standing={standing} />
        </Text>
        <Actions message={message} again={again} remove={remove} />
      </Flex>
      {reasoning === '' ? null : (
        <chakra.details mb="2" fontSize="13px" color="fg.muted">
          <chakra.summary cursor="pointer" minH="24px">
            {own.thinking}
          </chakra.summary>
          <Box whiteSpace="pre-wrap" overflowWrap="anywhere" borderInlineStartWidth="2px" ps="3" mt="1">
            {reasoning}
          </Box>
        </chakra.details>
      )}
      <Box overflowWrap="anywhere" whiteSpace={role === 'user' || standing === 'coming' ? 'pre-wrap' : undefined}>
        {role === 'user' || standing === 'coming' ? text : <ModelText text={text} />}
      </Box>
      <Failure message={message} />
    </Box>
  );
}

function Standing({ standing }: Pick<Message, 'standing'>): ReactElement | null {
  const own = useOwnTexts(playgroundTexts);
  if (standing === 'whole') return null;
  return (
    <chakra.span color={standing === 'failed' ? 'danger' : 'fg.muted'} fontWeight="400" ms="2">
      {own[standing]}
    </chakra.span>
  );
}

/** Why there is no more, in the reply itself, with the id to ask about. */
function Failure({ message: { failure, requestId } }: Pick<MessageViewProps, 'message'>): ReactElement | null {
  const t = useTexts();
  if (failure === '') return null;
  return (
    <Box color="danger" mt="1" fontSize="13px" overflowWrap="anywhere">
      {failure}
      {requestId === '' ? null : (
        <Box color="fg.muted" fontSize="12px">
          {t.states.requestId} <CopyText text={requestId} label={t.states.requestId} characters={20} />
        </Box>
      )}
    </Box>
  );
}

function Actions({ message, again, remove }: MessageViewProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const copy = useCopy();
  const { role, text, standing, requestId } = message;
  const isAnswer = role === 'assistant' && standing !== 'coming';
  const isCharged = isAnswer && requestId !== '' && text !== '';
  return (
    <Flex gap="1" color="fg.muted" flexShrink={0}>
      {isCharged ? (
        <IconButton asChild aria-label={own.receipt} title={own.receipt} variant="ghost" size="xs">
          <Link to={receiptPath(requestId)}>
            <LuReceiptText />
          </Link>
        </IconButton>
      ) : null}
      {isAnswer && text !== '' ? (
        <IconButton aria-label={own.copy} title={own.copy} variant="ghost" size="xs" onClick={() => void copy(text)}>
          <LuCopy />
        </IconButton>
      ) : null}
      {again ? (
        <IconButton aria-label={own.again} title={own.again} variant="ghost" size="xs" onClick={again}>
          <LuRotateCcw />
        </IconButton>
      ) : null}
      {remove ? (
        <IconButton aria-label={own.remove} title={own.remove} variant="ghost" size="xs" onClick={remove}>
          <LuTrash2 />
        </IconButton>
      ) : null}
    </Flex>
  );
}
