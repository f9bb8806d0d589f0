import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** A part of OpenAI's content as one of Gemini's. Throws UnsupportedRequest, naming the field. */
export function partOf(part: unknown, at: string): JsonObject {
  if (typeof part === 'string') return { text: part };
  if (isObject(part)) {
    const text = part['type'] === 'refusal' ? part['refusal'] : part['text'];
    if (typeof text === 'string') return { text };
    if (part['type'] === 'image_url') return pictureOf(part['image_url'], `${at}.image_url`);
    if (part['type'] === 'input_audio') return soundOf(part['input_audio'], `${at}.input_audio`);
    if (part['type'] === 'file') return fileOf(part['file'], `${at}.file`);
  }
  throw new UnsupportedRequest(at, 'must be a text, a picture, a sound or a file; Gemini takes nothing else');
}

/** Of addresses that do not say what is behind them. */
const PICTURE = 'image/jpeg';
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
]);

function pictureOf(image: unknown, at: string): JsonObject {
  const url = isObject(image) ? image['url'] : image;
  if (typeof url !== 'string') throw new UnsupportedRequest(at, 'must have the URL of a picture');
  const data = dataIn(url);
  if (data !== undefined) return { inlineData: data };
  if (!IS_FETCHED.test(url)) throw new UnsupportedRequest(at, 'must be an https or a base64 data URL');
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return { fileData: { fileUri: url, mimeType: PICTURES.get(ending) ?? PICTURE } };
}

/** Addresses that Gemini asks itself: of the web, of its own files, of Google's storage. */
const IS_FETCHED = /^(?:https|gs):\/\//i;

function soundOf(sound: unknown, at: string): JsonObject {
  const { data, format } = isObject(sound) ? sound : {};
  if (typeof data !== 'string' || typeof format !== 'string' || !/^\w+$/.test(format))
    throw new UnsupportedRequest(at, 'must have its data in base64 and its format');
  return { inlineData: { mimeType: `audio/${format}`, data } };
}

function fileOf(file: unknown, at: string): JsonObject {
  const { file_data: packed, file_id: id } = isObject(file) ? file : {};
  const data = typeof packed === 'string' ? dataIn(packed) : undefined;
  if (data !== undefined) return { inlineData: data };
  if (typeof id === 'string' && IS_FETCHED.test(id)) return { fileData: { fileUri: id } };
  throw new UnsupportedRequest(
    at,
    'must have its data as a base64 data URL, or the address of a file of Gemini as its id',
  );
}

const DATA_URL = /^data:([^;,]+)(?:;[^;,]+)*;base64$/i;
/** Between `data:` and the comma there is no more. */
const DATA_HEAD_CHARACTERS_MAX = 256;

function dataIn(url: string): { readonly mimeType: string; readonly data: string } | undefined {
  const comma = url.slice(0, DATA_HEAD_CHARACTERS_MAX).indexOf(',');
  const [, mime] = DATA_URL.exec(url.slice(0, Math.max(0, comma))) ?? [];
  if (mime === undefined) return undefined;
  const mimeType = mime.toLowerCase();
  return { mimeType: mimeType === 'image/jpg' ? 'image/jpeg' : mimeType, data: url.slice(comma + 1) };
}
