import { expect, it } from '@jest/globals';
import { CHANNEL_TYPES_BY_AGE, isServed } from '@ledgate/domain/channel/channel-types';
import type { ChatWay, Credential, MemberFinding, ProviderRow } from '@ledgate/relay/testing/probing/provider-row';
import { providerRow } from '@ledgate/relay/testing/probing/provider-row';
import { writtenTable } from './document-table.ts';

const LINE_CHARACTERS_MAX = 156;

/** An entry of a list, on as many lines as it needs; `indent` is before each of them. */
function entryOf(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const word of `- ${text}`.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(`${indent}${word}`);
    else if (line.length + 1 + word.length <= LINE_CHARACTERS_MAX) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${indent}  ${word}`);
  }
  return lines.join('\n');
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const LANGUAGES = { anthropic: 'messages', gemini: 'generateContent', responses: 'responses' } as const;

function keyText({ place, name, text }: Credential): string {
  if (place === 'header') return `header ${code(`${name}: ${text}`)}`;
  return place === 'query' ? `query ${code(`${name}=${text}`)}` : `in the body ${code(`${name}: ${text}`)}`;
}

/** Findings by name, and of those that can be asked for in several ways by which; `all` are those of the same way to be asked. */
function namesOf(findings: readonly MemberFinding[], all: readonly MemberFinding[]): string {
  const names = [...new Set(findings.map(({ name }) => name))];
  return names
    .map((name) => {
      const kinds = findings.filter((one) => one.name === name).map(({ kind }) => kind);
      const isWhole = kinds.length === all.filter((one) => one.name === name).length;
      const told = kinds.filter((kind) => kind !== undefined);
      return isWhole || told.length === 0 ? name : `${name} (${told.join(', ')})`;
    })
    .join(', ');
}

const isLimited = ({ least, greatest, notThese }: MemberFinding): boolean =>
  least !== undefined || greatest !== undefined || notThese !== undefined;

/** So few are told instead of all others. */
const EXCEPTIONS_MAX = 6;

function sameText(all: readonly MemberFinding[]): string {
  const same = all.filter(({ fate }) => fate === 'same');
  const others = all.filter(({ fate }) => fate !== 'same');
  const helped = same.filter(({ at }) => at.length > 0).map(({ name, at }) => `${name} with ${codes(at)}`);
  const plain = same.filter(({ at }) => at.length === 0);
  const isNearlyAll = others.length <= EXCEPTIONS_MAX;
  const but = others.length === 0 ? '' : ` but ${namesOf(others, all)}`;
  const told = isNearlyAll ? [`everything${but}`] : plain.length === 0 ? [] : [namesOf(plain, all)];
  return [...told, ...helped].join(isNearlyAll ? '; ' : ', ');
}

/** Those that stand at one place are told together. */
function movedTexts(all: readonly MemberFinding[]): readonly string[] {
  const moved = all.filter(({ fate }) => fate === 'moved');
  const places = [...new Set(moved.map(placeOf))];
  return places.map(
    (place) =>
      `${namesOf(
        moved.filter((one) => placeOf(one) === place),
        all,
      )} ${place}`,
  );
}

function placeOf({ at, role, isConverted, isFetched, isInPath }: MemberFinding): string {
  if (isInPath === true) return 'in the path';
  const place = isConverted ? at.map((path) => `_${code(path)}_`).join(', ') : codes(at);
  return `${isFetched === true ? 'fetched, ' : ''}as ${place}${role === undefined ? '' : ` of role ${code(role)}`}`;
}

function limitText({ name, least, greatest, notThese = [] }: MemberFinding): string {
  const bounds = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(greatest === undefined ? [] : [`to ${greatest}`]),
  ];
  return [name, ...bounds, ...(notThese.length === 0 ? [] : [`not ${notThese.join(' nor ')}`])].join(' ');
}

function refusedText(all: readonly MemberFinding[]): string {
  const refused = all.filter(({ fate, refusedFrom }) => fate === 'refused' && refusedFrom === undefined);
  const numbers = all.flatMap(({ name, refusedFrom }) =>
    refusedFrom === undefined ? [] : [`${name} from ${refusedFrom}`],
  );
  return [...numbers, ...(refused.length === 0 ? [] : [namesOf(refused, all)])].join(', ');
}

const list = (entries: readonly (readonly [string, string])[]): readonly string[] =>
  entries.filter(([, text]) => text !== '').map(([what, text]) => entryOf(`**${what}**: ${text}`));

/** `isOnly`: all models are asked so. */
function chatText({ models, members, paths }: ChatWay, isOnly: boolean): string {
  const moved = movedTexts(members);
  return [
    ...(isOnly ? [] : [`\nModels such as ${code(models[0] ?? '')}:\n`]),
    ...list([
      ['Path', codes(paths)],
      ['As it is', sameText(members)],
    ]),
    ...(moved.length === 0 ? [] : ['- **Otherwise**:', ...moved.map((text) => entryOf(text, '  '))]),
    ...list([
      ['Limited', members.filter(isLimited).map(limitText).join(', ')],
      [
        'Left out',
        namesOf(
          members.filter(({ fate }) => fate === 'left'),
          members,
        ),
      ],
      ['Refused', refusedText(members)],
    ]),
  ].join('\n');
}

function sectionOf(row: ProviderRow): string {
  const { modes, native, credentials, keyAskedAt, embeddings, chats } = row;
  const keys = credentials.map(keyText).join(', ');
  const passed = native.map((dialect) => `[${LANGUAGES[dialect]}](behaviour.md#${LANGUAGES[dialect].toLowerCase()})`);
  const common = list([
    ['Type', String(row.code)],
    ['Modes', `${modes.join(', ')}${passed.length === 0 ? '' : `; passes ${passed.join(' and ')} as they come`}`],
    ['Key', `${keys === '' ? 'none' : keys}${keyAskedAt === undefined ? '' : `, which ${code(keyAskedAt)} gives`}`],
    ['Path of embeddings', codes(embeddings)],
  ]);
  return [`## ${row.name}\n`, ...common, ...chats.map((way) => chatText(way, chats.length === 1)), '', ''].join('\n');
}

it('docs/providers.md is what the adapters do; UPDATE_DOCUMENTS=1 writes it', async () => {
  const rows: ProviderRow[] = [];
  for (const type of CHANNEL_TYPES_BY_AGE) {
    const row = await providerRow(type.key);
    const isAsked = row !== undefined && (row.chats.length > 0 || row.embeddings.length > 0);
    expect([type.key, isAsked]).toEqual([type.key, isServed(type)]);
    if (row !== undefined) rows.push(row);
  }
  const text = `\n${rows.map(sectionOf).join('')}`;
  expect(writtenTable('docs/providers.md', 'providers', text)).toBe(text);
});
