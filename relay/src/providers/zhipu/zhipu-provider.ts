import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { splitUrl } from '../../wire/split-url.ts';
import type { Provider } from '../provider.ts';
import { zhipuKey } from '../zhipu-key.ts';
import { readZhipuAnswer, zhipuStream } from './zhipu-answer.ts';
import { zhipuBody } from './zhipu-body.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('zhipu');
const MODELS = '/api/paas/v3/model-api';

/** ChatGLM by Zhipu, version 3 (docs/behaviour.md#zhipu-v3): a signed token, the model in the path. */
export const zhipu: Provider = {
  adapters: {
    chat: {
      converts: true,
      request: ({ channel, model, request, atMs }) => {
        const action = request.stream ? 'sse-invoke' : 'invoke';
        const base = channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl;
        return {
          ...splitUrl(base, `${MODELS}/${encodeURIComponent(model)}/${action}`),
          headers: [
            'authorization',
            zhipuKey(channel, atMs),
            'content-type',
            'application/json',
            'accept',
            request.stream ? 'text/event-stream' : 'application/json',
            'accept-encoding',
            'identity',
          ],
          body: zhipuBody(request),
        };
      },
      readAnswer: ({ body }, call) => readZhipuAnswer(body, call),
      openStream: zhipuStream,
    },
  },
};
