import { expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { isNumberRow } from './check.ts';
import { type NumberKind, OPTION_SECTIONS, type OptionKey, type OptionRow, optionRows } from './registry.ts';
import { isStoredOption, OPTION_DEFAULTS } from './values.ts';

const FILE = new URL('../../../docs/options.md', import.meta.url);
const PLACE = /(?<=<!-- options -->\n)[^]*(?=<!-- end of options -->)/;

const figure = (value: number): string => value.toLocaleString('en-US');

/** What a value may be. */
function kindText(row: OptionRow): string {
  if (isNumberRow(row)) {
    const of = { whole: '', decimal: ', with decimals', seconds: ' seconds', tokens: ' tokens', quota: ' quota units' };
    return `${figure(row.low)} to ${figure(row.high)}${of[row.kind]}`;
  }
  if (row.kind === 'choice') return row.choices.map((choice) => `\`${choice}\``).join(', ');
  if (row.kind !== 'switch') return KINDS[row.kind];
  if (row.unbuilt) return 'switch; cannot be switched on in this release';
  return row.needs === undefined ? 'switch' : `switch; needs ${row.needs}`;
}

const KINDS: Readonly<Record<Exclude<OptionRow['kind'], 'switch' | 'choice' | NumberKind>, string>> = {
  text: 'text',
  area: 'text of several lines',
  address: 'address, kept without a slash at its end',
  secret: 'secret',
  texts: 'JSON: texts by name',
  ratios: 'JSON: numbers from 0 by name',
  links: 'JSON: a list of links',
  prices: 'JSON: decimals from 0 by name, in the price book',
  price: 'a decimal above 0, in the price book',
};

function defaultText(key: OptionKey): string {
  if (!isStoredOption(key)) return 'built in';
  return OPTION_DEFAULTS[key] === '' ? '' : `\`${OPTION_DEFAULTS[key]}\``;
}

const settingText = ({ section }: OptionRow): string =>
  section === undefined ? '' : `${OPTION_SECTIONS[section]}, ${section}`;

const publicText = ({ public: told }: OptionRow): string =>
  told === undefined ? '' : told.startsWith('/') ? `GET ${told}` : `\`${told}\``;

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll(/ +\|/g, ' |');

const table = [
  lineOf(['Option', 'Value', 'Before it is saved', 'In the settings', 'Told to everybody']),
  lineOf(['---', '---', '---', '---', '---']),
  ...optionRows().map(([key, row]) =>
    lineOf([key, kindText(row), defaultText(key), settingText(row), publicText(row)]),
  ),
  '',
].join('\n');

it('docs/options.md is what the registry says; UPDATE_OPTIONS=1 writes it', () => {
  const document = readFileSync(FILE, 'utf8');
  if (process.env['UPDATE_OPTIONS'] === '1')
    writeFileSync(
      FILE,
      document.replace(PLACE, () => table),
    );
  expect(readFileSync(FILE, 'utf8').match(PLACE)?.[0]).toBe(table);
});
