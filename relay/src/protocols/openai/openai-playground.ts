import { RelayError } from '../../errors/relay-error.ts';
import { NAME_CHARACTERS_MAX } from '../../limits.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import type { JsonRequest } from '../../wire/json.ts';
import { isRecordable } from '../../wire/recordable.ts';
import type { Protocol } from '../protocol.ts';
import { openAiChat } from './openai-chat.ts';

const GROUP = 'group';

/** POST /pg/chat/completions: a chat whose body may name the group it is for, which is nothing to an upstream (docs/behaviour.md#playground). */
export const openAiPlayground: Protocol<'chat'> = {
  ...openAiChat,
  groupOf: ({ body }) => {
    const group = body[GROUP] ?? '';
    if (typeof group !== 'string') return RelayError.field(GROUP, 'must be the name of a group');
    return group === '' || isRecordable(group, NAME_CHARACTERS_MAX)
      ? group
      : RelayError.field(GROUP, 'cannot be the name of a group');
  },
  parse: (json, http) => openAiChat.parse(withoutGroup(json), http),
};

function withoutGroup(json: JsonRequest): JsonRequest {
  const { bytes, body, model } = json;
  if (!Object.hasOwn(body, GROUP)) return json;
  const { [GROUP]: _, ...others } = body;
  return { bytes: changed(bytes, membersOf(bytes), new Map([[GROUP, null]])), body: others, model };
}
