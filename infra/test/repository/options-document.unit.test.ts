import { expect, it } from '@jest/globals';
import { isNumberRow } from '@ledgate/domain/options/check';
import {
  type NumberKind,
  OPTION_SECTIONS,
  type OptionKey,
  type OptionRow,
  optionRows,
} from '@ledgate/domain/options/registry';
import { defaultText } from '@ledgate/domain/options/values';
import { tableOf, writtenTable } from './document-table.ts';
import { filesBelow, textOf } from './house.ts';

const figure = (value: number): string => value.toLocaleString('en-US');

/** What a value may be. */
function kindText(row: OptionRow): string {
  if (isNumberRow(row)) {
    const of = { whole: '', decimal: ', with decimals', seconds: ' seconds', tokens: ' tokens', quota: ' quota units' };
    return `${figure(row.low)} to ${figure(row.high)}${of[row.kind]}`;
  }
  if (row.kind === 'choice') return row.choices.map((choice) => `\`${choice}\``).join(', ');
  if (row.kind === 'text' && row.maximum !== undefined)
    return `text on one line, at most ${figure(row.maximum)} characters`;
  if (row.kind !== 'switch') return KINDS[row.kind];
  return row.needs === undefined ? 'switch' : `switch; needs ${row.needs.join(' and ')}`;
}

const KINDS: Readonly<Record<Exclude<OptionRow['kind'], 'switch' | 'choice' | NumberKind>, string>> = {
  text: 'text on one line',
  area: 'text of several lines',
  words: 'words, one a line',
  tags: 'names of tags, one a line, at most 64',
  address: 'web address, kept without a slash at its end',
  hook: 'web address without name and password, at most 500 characters',
  host: 'name or IP address of a server',
  email: 'e-mail address',
  domains: 'domains',
  secret: 'secret, on one line',
  texts: 'JSON: texts by name',
  ratios: 'JSON: numbers from 0 by name',
  limits: 'JSON: limits of calls by name',
  links: 'JSON: a list of links',
  prices: 'JSON: decimals from 0 by name, in the price book',
  price: 'a decimal above 0, in the price book',
};

function beforeText(row: OptionRow): string {
  const text = defaultText(row) ?? 'built in';
  return row.default === undefined || text === '' ? text : `\`${text}\``;
}

const settingText = ({ section }: OptionRow): string =>
  section === undefined ? '' : `${OPTION_SECTIONS[section]}, ${section}`;

const publicText = ({ public: told }: OptionRow): string =>
  told === undefined ? '' : told.startsWith('/') ? `GET ${told}` : `\`${told}\``;

/** The product's own sources of a package. */
const sourcesOf = (folder: string): readonly string[] =>
  filesBelow(`${folder}/src`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
    .map(textOf);

const SERVERS = ['api', 'relay', 'projections', 'infra'].map((name) => [name, sourcesOf(name)] as const);
/** The console reads what it is told, by the names of the status. */
const CONSOLE = sourcesOf('web').filter((source) => source.includes('useStatus()'));

/** The packages that do something by an option; a check that it is set, and an answer that only tells it, are none. */
function readersOf(key: OptionKey, { kind, public: told }: OptionRow): readonly string[] {
  if (kind === 'prices' || kind === 'price') return ['the price book'];
  const asked = new RegExp(
    `options\\.${key}\\b|\\{[^{}]*\\b${key}\\b[^{}]*\\}(: OptionValues| = (?:[\\w.]+\\.)?options)\\b`,
  );
  const readers = SERVERS.flatMap(([name, sources]) =>
    sources.some((source) => source.includes(key) && asked.test(source)) ? [name] : [],
  );
  const shown = new RegExp(`\\b${told ?? key}\\b`);
  return CONSOLE.some((source) => shown.test(source)) ? [...readers, 'web'] : readers;
}

const table = tableOf(
  ['Option', 'Value', 'Before it is saved', 'In the settings', 'Told to everybody', 'Read by'],
  optionRows().map(([key, row]) => [
    key,
    kindText(row),
    beforeText(row),
    settingText(row),
    publicText(row),
    readersOf(key, row).join(', ') || 'nobody yet',
  ]),
);

it('docs/options.md is what the registry says; UPDATE_DOCUMENTS=1 writes it', () => {
  expect(writtenTable('docs/options.md', 'options', table)).toBe(table);
});

it('the settings show only what is read: nobody sets what does nothing', () => {
  const shown = optionRows().filter(([, row]) => row.section !== undefined);
  expect(shown.filter(([key, row]) => readersOf(key, row).length === 0).map(([key]) => key)).toEqual([]);
});

it('the settings show what the relay reads, secrets aside: nobody has to call an interface for it', () => {
  const hidden = optionRows().filter(([, row]) => row.section === undefined && row.kind !== 'secret');
  expect(hidden.filter(([key, row]) => readersOf(key, row).includes('relay')).map(([key]) => key)).toEqual([]);
});
