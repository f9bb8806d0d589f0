import { optionRow } from '@ledgate/domain/options/registry';
import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { snakeCase } from '../../shared/column-names.ts';
import type { AuditFields } from './administration.ts';

/** Their values never leave the directory: that they changed is recorded, what they were is not. */
const SECRET = /key|secret|password|token|hash/i;
const SECRET_MEMBER = /key|secret|password|token|hash|auth|cookie|credential/i;
/** Long texts (notices, pages) are cut. */
const TEXT_CHARACTERS_MAX = 500;

const HIDDEN = '(hidden)';

/**
 * The fields of `after` whose value is another one than before, as an audit row carries them; a row that is new has no `before`.
 * Names are the columns'. Secrets are hidden.
 */
export function changedFields(before: object, after: object): { before: AuditFields; after: AuditFields } {
  const was: Record<string, unknown> = { ...before };
  const is: Record<string, unknown> = { ...after };
  const changed = Object.keys(is).filter((field) => is[field] !== undefined && is[field] !== was[field]);
  const shown = (row: Record<string, unknown>): AuditFields =>
    Object.fromEntries(
      changed
        .filter((field) => row[field] !== undefined)
        .map((field) => [snakeCase(field), SECRET.test(field) ? HIDDEN : auditValue(row[field])]),
    );
  return { before: shown(was), after: shown(is) };
}

/** One option's value: its row says whether it is a secret; that one was taken away, or is the first, can be told. */
export function changedOption(
  key: string,
  before: string | undefined,
  after: string,
): { before: AuditFields; after: AuditFields } {
  const shown = (value: string): string | number | boolean | null =>
    optionRow(key)?.kind === 'secret' && value !== '' ? HIDDEN : auditValue(value);
  return { before: before === undefined ? {} : { [key]: shown(before) }, after: { [key]: shown(after) } };
}

/** Everything that is no number, flag or null as text: without what only secrets are, and cut. */
export function auditValue(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = withoutCredentials(typeof value === 'string' ? withoutSecretMembers(value) : JSON.stringify(value));
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX)}...` : text;
}

/** Of a text that is an object of JSON (a channel's settings): whatever stands under a secret's name, and headers that go to the upstream. */
function withoutSecretMembers(text: string): string {
  const read = text.trimStart().startsWith('{') ? parsedJson(text) : undefined;
  return isJsonObject(read) ? JSON.stringify(shownMembers(read, false)) : text;
}

/** Names alone, of headers that are removed, are no secrets. */
function shownMembers(value: unknown, isHidden: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => shownMembers(each, isHidden));
  if (typeof value === 'string') return isHidden ? HIDDEN : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      shownMembers(member, name !== 'remove' && (isHidden || name === 'headers' || SECRET_MEMBER.test(name))),
    ]),
  );
}

/** Addresses, as of a proxy, without user and password, and without what stands in them under a secret's name. */
const withoutCredentials = (text: string): string =>
  text
    .replace(/(:\/\/)[^\s/?#"]*@/gu, `$1${HIDDEN}@`)
    .replace(/([?&])([^?&=\s"]+)=[^&#\s"]+/gu, (stated, sign: string, name: string) =>
      SECRET.test(name) ? `${sign}${name}=${HIDDEN}` : stated,
    );
