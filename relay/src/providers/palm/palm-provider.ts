import { BadChannel } from '../../errors/bad-channel.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import { isSendable } from '../../upstream/answer-headers.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { textOf } from '../completion/said.ts';
import { statusOfKeyRefusal } from '../gemini/key-refusal.ts';
import type { Call, Provider } from '../provider.ts';
import { palmBody } from './palm-body.ts';

const PATH = '/v1beta2/models/chat-bison-001:generateMessage';

/** PaLM 2 by Google (docs/behaviour.md#channel-types): one model, no streams, nothing told of its usage. */
export const palm: Provider = {
  adapters: {
    chat: {
      converts: true,
      request: ({ channel: { key, baseUrl }, request }) => {
        if (baseUrl === '') throw new BadChannel('a channel of PaLM needs an address');
        if (!isSendable(key)) throw new BadChannel("the channel's key holds characters that cannot be sent");
        return {
          ...splitUrl(baseUrl, PATH),
          headers: [
            'x-goog-api-key',
            key,
            'content-type',
            'application/json',
            'accept',
            'application/json',
            'accept-encoding',
            'identity',
          ],
          body: palmBody(request),
        };
      },
      readAnswer: ({ body }, call) => readPalmAnswer(body, call),
    },
  },
  dueStatus: statusOfKeyRefusal,
};

/** Without a candidate the filters have taken it. */
function readPalmAnswer(bytes: Buffer, call: Call<'chat'>): ReadAnswer | undefined {
  const told = jsonIn(bytes);
  if (!isObject(told)) return undefined;
  const { candidates, filters } = told;
  const [candidate] = Array.isArray(candidates) ? (candidates as readonly unknown[]) : [];
  if (isObject(candidate)) return saidAnswer({ text: textOf(candidate['content']), finish: 'stop' }, call);
  return Array.isArray(filters) ? saidAnswer({ text: '', finish: 'content_filter' }, call) : undefined;
}
