import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { sentBody } from '../overrides/sent-body.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { createdS } from '../created.ts';
import { keyPartsOf } from '../key-parts.ts';
import type { Provider } from '../provider.ts';
import { tc3Authorization } from './tc3-signing.ts';
import { readTencentAnswer, tencentStream } from './tencent-answer.ts';
import { tencentBody } from './tencent-body.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('tencent');
const SERVICE = 'hunyuan';
const ACTION = 'ChatCompletions';
const VERSION = '2023-09-01';
const CONTENT_TYPE = 'application/json';

/** Hunyuan by Tencent (docs/behaviour.md#tencent): one address for all, signed requests, errors with status 200. */
export const tencent: Provider = {
  adapters: {
    chat: {
      converts: true,
      signsBody: true,
      request: (call) => {
        const { channel, model, request } = call;
        const [, secretId = '', secretKey = ''] = keyPartsOf(channel);
        const { origin, path } = splitUrl(channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl, '/');
        const { host } = new URL(origin);
        const body = sentBody(tencentBody(request, model), call, 'openai');
        const atS = createdS(call);
        const own = {
          secretId,
          secretKey,
          service: SERVICE,
          host,
          contentType: CONTENT_TYPE,
          action: ACTION,
          body,
          atS,
        };
        return {
          origin,
          path,
          headers: [
            'authorization',
            tc3Authorization(own),
            'content-type',
            CONTENT_TYPE,
            'x-tc-action',
            ACTION,
            'x-tc-version',
            VERSION,
            'x-tc-timestamp',
            String(atS),
            'accept',
            request.stream ? 'text/event-stream' : 'application/json',
            'accept-encoding',
            'identity',
          ],
          body,
        };
      },
      readAnswer: ({ body }, call) => readTencentAnswer(body, call),
      openStream: tencentStream,
    },
  },
};
