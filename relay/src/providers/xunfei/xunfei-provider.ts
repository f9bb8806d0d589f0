import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { splitUrl } from '../../wire/split-url.ts';
import { keyPartsOf } from '../key-parts.ts';
import type { Provider } from '../provider.ts';
import { isLastMessage, readXunfeiAnswer, xunfeiStream } from './xunfei-answer.ts';
import { xunfeiMessage } from './xunfei-body.ts';
import { signedPath } from './xunfei-signing.ts';
import { xunfeiVersionOf } from './xunfei-version.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('xunfei');
const WEBSOCKET = /^ws(?=s?:)/i;

/** Spark by iFlytek (docs/behaviour.md#spark): a WebSocket whose address is signed. */
export const xunfei: Provider = {
  adapters: {
    chat: {
      converts: true,
      request: ({ channel, model, request, atMs }) => {
        const [appId = '', apiSecret = '', apiKey = ''] = keyPartsOf(channel);
        const { version, domain } = xunfeiVersionOf(model, request.apiVersion, channel);
        const base = channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl.trim().replace(WEBSOCKET, 'http');
        const { origin, path } = splitUrl(base, `/${version}/chat`);
        const { host } = new URL(origin);
        return {
          kind: 'websocket',
          origin,
          path: signedPath({ host, path, apiKey, apiSecret, atMs }),
          headers: [],
          messages: [xunfeiMessage(request, appId, domain)],
          isLast: isLastMessage,
        };
      },
      readAnswer: ({ body }, call) => readXunfeiAnswer(body, call),
      streams: () => true,
      openStream: xunfeiStream,
    },
  },
};
