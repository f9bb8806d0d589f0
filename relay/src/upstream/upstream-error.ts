import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../errors/relay-error.ts';
import { MESSAGE_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import { isObject, jsonIn, type JsonObject } from '../wire/json.ts';
import { recordable } from '../wire/recordable.ts';
import { retryAfterOf } from './answer-headers.ts';
import { type Mask, maskOf } from './channel-secret.ts';
import type { AnswerHead } from './upstream-attempt.ts';

const GENERIC = 'the upstream request failed';
/** Asked too much: by this caller's operator, or by everybody, which Anthropic tells apart. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);

/**
 * An upstream's answer that is no success, as the caller gets it (docs/behaviour.md#relay-errors). In OpenAI's shape its own values pass. Messages in other
 * shapes are looked for; those that speak of addresses are replaced, and so are those of an upstream's own failures (5xx) in any shape. The channel's key
 * is masked in all that is shown. Retry-After of an upstream that is asked too much passes.
 */
export function upstreamError(
  { status, statusText, headers }: AnswerHead,
  body: Buffer,
  { key, statusCodeMapping }: Pick<ChannelView, 'key' | 'statusCodeMapping'>,
): RelayError {
  const masked = maskOf(key);
  const answer = jsonIn(body);
  const error = isObject(answer) ? answer['error'] : undefined;
  const mapped = presentable(statusCodeMapping.get(status) ?? status);
  const retryAfter = BUSY.has(status) ? retryAfterOf(headers) : '';
  const retryable = status < 200 || status > 299;
  if (isObject(error) && typeof error['message'] === 'string' && error['message'] !== '') {
    const message = status < 500 ? error['message'] : withoutAddresses(error['message']);
    return RelayError.ofUpstream(
      mapped,
      {
        message: cut(masked(message)),
        type: named(masked(text(error['type'], 'upstream_error'))),
        param: nullable(error['param'], masked),
        code: codeOf(error, masked),
      },
      retryable,
      retryAfter,
    );
  }
  const found = isObject(answer) ? toldMessage(answer) : typeof answer === 'string' ? answer : '';
  const message = found === '' ? `${GENERIC} with status ${status}` : withoutAddresses(found);
  return RelayError.ofUpstream(
    mapped,
    {
      message: cut(masked(message)),
      type: 'upstream_error',
      param: masked(statusText),
      code: 'bad_response_status_code',
    },
    retryable,
    retryAfter,
  );
}

/** Where other providers put what they have to say. */
export function toldMessage(answer: JsonObject): string {
  const { error, errors, header, message, response } = answer;
  const nested = isObject(response) && isObject(response['error']) ? response['error']['message'] : undefined;
  const places = [
    message,
    answer['msg'],
    answer['err'],
    answer['error_msg'],
    oAuthMessage(answer),
    error,
    isObject(header) ? header['message'] : undefined,
    nested,
    answer['detail'],
    firstOf(errors, 'message'),
    firstOf(answer['detail'], 'msg'),
    firstOf(isObject(message) ? message['detail'] : undefined, 'msg'),
  ];
  return places.find((place): place is string => typeof place === 'string' && place !== '') ?? '';
}

/** Of who gives short-lived keys (RFC 6749, 5.2): `error` is a word, which alone does not say what is wrong. */
const oAuthMessage = ({ error, error_description: description }: JsonObject): string | undefined =>
  typeof error === 'string' && typeof description === 'string' && description !== ''
    ? `${error}: ${description}`
    : undefined;

/** Of the first of several, where they are told as a list. */
function firstOf(list: unknown, member: 'message' | 'msg'): unknown {
  const [first] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return isObject(first) ? first[member] : undefined;
}

/** A status that can stand in an answer with an error: redirections and oddities would mean something else to the caller. */
const presentable = (status: number): number => (status >= 400 && status <= 599 ? status : 502);

const withoutAddresses = (message: string): string => (/\b(post|dial|https?)\b/i.test(message) ? GENERIC : message);

/** It may become the reason why a channel is disabled, which is kept. */
const cut = (message: string): string => recordable(message, MESSAGE_CHARACTERS_MAX);
/** A type or a code is a word. */
const named = (word: string): string => recordable(word, NAME_CHARACTERS_MAX);
const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;
const nullable = (value: unknown, masked: Mask): string | null =>
  typeof value === 'string' ? named(masked(value)) : null;

/** A code is a text to OpenAI's clients, some of which read nothing else. Google's is the status once more, and names it beside. */
function codeOf({ code, status }: JsonObject, masked: Mask): string | null {
  if (typeof code === 'string') return named(masked(code));
  if (typeof code !== 'number') return null;
  return named(masked(text(status, String(code))));
}
