import type { BodyOverride, Path } from '@ledgate/domain/channel/channel-override';
import { changed, type Member, membersOf } from '../../wire/json-splice.ts';

const OPEN_BRACE = 0x7b;
const SPACE = 0x20;

/** What becomes of a member: new JSON text, gone, or changes of its own members. */
type Change = { readonly json: string } | 'gone' | Changes;
type Changes = Map<string, Change>;

/** Those of a channel that depend on no request. */
const kept = new WeakMap<BodyOverride, Changes>();

/**
 * The JSON object of these bytes with the channel's changes made: first names, then what goes, then what is set. All else keeps its spelling. What is no
 * object stays as it is.
 */
export function overriddenBody(bytes: Buffer, override: BodyOverride): Buffer {
  if (!isObjectAt(bytes, 0)) return bytes;
  const renamed = override.rename.length === 0 ? bytes : withNewNames(bytes, override.rename);
  let changes = kept.get(override);
  if (changes === undefined) kept.set(override, (changes = changesOf(override)));
  return changes.size === 0 ? renamed : applied(renamed, 0, changes);
}

function changesOf({ remove, set }: BodyOverride): Changes {
  const changes: Changes = new Map();
  for (const path of remove) enter(changes, path, 'gone');
  for (const { path, value } of set) enter(changes, path, { json: JSON.stringify(value) });
  return changes;
}

/** A member goes with its value to its new place, also where another stands there. */
function withNewNames(bytes: Buffer, rename: BodyOverride['rename']): Buffer {
  const changes: Changes = new Map();
  for (const { from, to } of rename) {
    const json = textAt(bytes, from);
    if (json === undefined) continue;
    enter(changes, from, 'gone');
    enter(changes, to, { json });
  }
  return changes.size === 0 ? bytes : applied(bytes, 0, changes);
}

/** No path of an override is within another. */
function enter(changes: Changes, path: Path, change: Change): void {
  let within = changes;
  for (const name of path.slice(0, -1)) {
    const found = within.get(name);
    const next: Changes = found instanceof Map ? found : new Map();
    within.set(name, next);
    within = next;
  }
  within.set(path.at(-1) as string, change);
}

/** `from`: where the object begins, after white space. */
function applied(bytes: Buffer, from: number, changes: Changes): Buffer {
  const members = membersOf(bytes, from);
  const texts = new Map<string, string | null>();
  for (const [name, change] of changes) {
    const text = textOf(bytes, lastOf(members, name), change);
    if (text !== undefined) texts.set(name, text);
  }
  return changed(bytes, members, texts);
}

/** New text of a member, null for none at all; undefined: it stays as it is. */
function textOf(bytes: Buffer, member: Member | undefined, change: Change): string | null | undefined {
  if (change === 'gone') return null;
  if (!(change instanceof Map)) return change.json;
  if (member !== undefined && isObjectAt(bytes, member.valueStart))
    return applied(bytes, member.valueStart, change).toString();
  // Nothing can be taken away of what is not there; what is set makes the objects on its way.
  return isSetting(change) ? applied(EMPTY_OBJECT, 0, change).toString() : undefined;
}

const EMPTY_OBJECT = Buffer.from('{}');

const isSetting = (changes: Changes): boolean =>
  [...changes.values()].some((change) => change !== 'gone' && (!(change instanceof Map) || isSetting(change)));

const lastOf = (members: readonly Member[], name: string): Member | undefined =>
  members.findLast((member) => member.name === name);

function textAt(bytes: Buffer, path: Path): string | undefined {
  let from = 0;
  let found: Member | undefined;
  for (const name of path) {
    if (!isObjectAt(bytes, from)) return undefined;
    found = lastOf(membersOf(bytes, from), name);
    if (found === undefined) return undefined;
    from = found.valueStart;
  }
  return found === undefined ? undefined : bytes.toString('utf8', found.valueStart, found.valueEnd);
}

function isObjectAt(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at += 1;
  return bytes[at] === OPEN_BRACE;
}
