import { AwsMessages, type AwsMessage } from '../../wire/aws-event-stream.ts';
import { isObject, jsonIn, parsedJson } from '../../wire/json.ts';
import type { Cost } from '../../usage/cost.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { ConvertedStream } from '../../modes/converted-stream.ts';

/** Types of Anthropic's errors for what Bedrock calls them. */
const ERROR_TYPES: ReadonlyMap<string, string> = new Map([
  ['validationException', 'invalid_request_error'],
  ['accessDeniedException', 'permission_error'],
  ['resourceNotFoundException', 'not_found_error'],
  ['throttlingException', 'rate_limit_error'],
  ['modelTimeoutException', 'timeout_error'],
  ['serviceUnavailableException', 'overloaded_error'],
  ['modelNotReadyException', 'overloaded_error'],
]);
const OTHER_ERROR = 'api_error';

/** Bedrock's binary messages as the events of Anthropic's that they hold, for a stream that takes those. */
export class BedrockStream extends ConvertedStream {
  readonly #messages = new AwsMessages();

  override push(chunk: Buffer): Buffer | undefined {
    if (this.ended) return undefined;
    const events = this.#messages.push(chunk).map(eventOf).join('');
    return events === '' ? undefined : this.inner.push(Buffer.from(events));
  }

  protected converted(events: Buffer): Buffer {
    return events;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    return this.inner.ending(usage, cost);
  }
}

function eventOf({ headers, payload }: AwsMessage): string {
  const type = headers.get(':message-type');
  const told = jsonIn(payload);
  if (type === 'event') {
    const bytes = isObject(told) ? told['bytes'] : undefined;
    const event = typeof bytes === 'string' ? parsedJson(Buffer.from(bytes, 'base64').toString('utf8')) : undefined;
    return isObject(event) ? serverSent(String(event['type']), event) : '';
  }
  const name = headers.get(':exception-type') ?? headers.get(':error-code') ?? '';
  const said = isObject(told) ? told['message'] : undefined;
  const message = typeof said === 'string' ? said : (headers.get(':error-message') ?? name);
  return serverSent('error', { type: 'error', error: { type: ERROR_TYPES.get(name) ?? OTHER_ERROR, message } });
}

const serverSent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
