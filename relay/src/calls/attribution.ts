import type { UserId } from '@ledgate/domain/shared/ids';
import { isTagName, isTagValue, TAGS_MAX, type Tags } from '@ledgate/domain/till/tags';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import type { IncomingHttpHeaders } from 'node:http';
import { END_USER_CHARACTERS_MAX } from '../limits.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/** To whom and to what a caller attributes a call, as its events have it: what was not stated is left out. */
export type Attribution = { readonly endUser?: string; readonly tags?: Tags };

const TAGS_HEADER = 'x-ledgate-tags';

/**
 * What a call states of itself (docs/behaviour.md#attribution), in any protocol; undefined where it states nothing, as most do: then nothing is made. Of an
 * end user there is a hash alone.
 *
 * @param body as its caller wrote it
 */
export function attributionOf(
  headers: IncomingHttpHeaders,
  body: JsonObject,
  accountId: UserId,
  view: Pick<RelayView, 'options' | 'endUserHash'>,
): Attribution | undefined {
  const { metadata } = body;
  const stated = isObject(metadata) ? metadata : undefined;
  const header = headers[TAGS_HEADER];
  const names = stated === undefined ? NO_NAMES : view.options.TagKeys;
  const tags = header === undefined && names.length === 0 ? undefined : tagsOf(header, stated, names);
  const user = endUserOf(body, stated);
  if (tags === undefined && user === undefined) return undefined;
  return {
    ...(user === undefined ? {} : { endUser: view.endUserHash(accountId, user) }),
    ...(tags === undefined ? {} : { tags }),
  };
}

const NO_NAMES: readonly string[] = [];

/** The header's first, then the metadata's; of one name the first. undefined without any. */
function tagsOf(
  header: string | readonly string[] | undefined,
  stated: JsonObject | undefined,
  names: readonly string[],
): Tags | undefined {
  const tags = new Map<string, string>();
  const add = (name: unknown, value: unknown): void => {
    if (tags.size < TAGS_MAX && isTagName(name) && isTagValue(value) && !tags.has(name)) tags.set(name, value);
  };
  for (const part of header === undefined ? [] : String(header).split(',')) {
    const at = part.indexOf('=');
    if (at > 0) add(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  for (const name of names) if (stated !== undefined && Object.hasOwn(stated, name)) add(name, stated[name]);
  return tags.size === 0 ? undefined : Object.fromEntries(tags);
}

/** The first of the places where protocols have him that holds a text; a longer one is no id of anybody. */
function endUserOf(body: JsonObject, stated: JsonObject | undefined): string | undefined {
  const { user, safety_identifier: identifier } = body;
  if (isEndUser(user)) return user;
  const id = stated?.['user_id'];
  if (isEndUser(id)) return id;
  return isEndUser(identifier) ? identifier : undefined;
}

const isEndUser = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= END_USER_CHARACTERS_MAX;
