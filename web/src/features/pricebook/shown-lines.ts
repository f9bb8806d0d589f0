import { formatCount } from '../../shared/money/quota-format.ts';
import type { PriceName } from '../../shared/prices/price-names.ts';
import type { Difference, WholeVersion } from './api/pricebook-api.ts';
import type { ShownLine } from '../../shared/ui/diff-table.tsx';
import { ABOVE, diffLines } from './diff-lines.ts';
import { dollarText, priceOfRatio } from '../../shared/prices/dollars.ts';
import type { OwnTexts } from './texts.ts';

type Names = Readonly<Record<PriceName, string>>;

/** Members whose values, or what of them stands in `prices`, are in USD. */
const IN_DOLLARS: ReadonlySet<string> = new Set(['modelPrice', 'prices', 'imagePrice', 'searchTools']);
/** Where prices stand, which their names say too. */
const NOT_SAID: ReadonlySet<string> = new Set(['prices', 'tiers', 'services', 'searchTools']);
const DECIMAL = /^\d+(\.\d+)?$/u;

const own = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** What stands at the end of a line's path is the book's own word; before it are names of tiers, service tiers and rules. */
function pathText(path: readonly string[], texts: OwnTexts, names: Names): readonly string[] {
  return path
    .filter((part) => !NOT_SAID.has(part))
    .map((part, place, all) => {
      if (part.startsWith(ABOVE)) return texts.above(formatCount(Number(part.slice(ABOVE.length))));
      const said = place === all.length - 1 ? (own(names, part) ?? own(texts.parts, part)) : undefined;
      return said ?? part.replace('|', ' ');
    });
}
const inDollars = (text: string | null): string | null =>
  text === null || !DECIMAL.test(text) ? text : dollarText(text);

/** What a version changed, in lines that people read: prices in dollars, a model's ratio with what it comes to. */
export function changedLines({ changed, book }: WholeVersion, texts: OwnTexts, names: Names): readonly ShownLine[] {
  return changed.flatMap(({ what, before, after }) => {
    const [member = '', ...rest] = what.split('.');
    const entry = rest.join('.');
    const title = own(texts.members, member) ?? member;
    const heading = entry === '' ? title : `${entry} · ${title}`;
    const shown = (path: readonly string[], text: string | null): string | null => {
      if (IN_DOLLARS.has(member) || path.includes('prices')) return inDollars(text);
      if (member !== 'modelRatio' || text === null) return text;
      const price = priceOfRatio(text, book.quotaPerUnit);
      return price === undefined ? text : `${text} (${texts.aMillion(dollarText(price))})`;
    };
    const lines = diffLines(before, after);
    if (lines.length === 0) return [{ key: what, what: heading, before: null, after: texts.order }];
    return lines.map((line) => ({
      key: `${what} ${line.path.join(' ')}`,
      what: [heading, ...pathText(line.path, texts, names)].join(' · '),
      before: shown(line.path, line.before),
      after: shown(line.path, line.after),
    }));
  });
}

/** What the catalogue says otherwise of a model, in dollars. */
export const differenceLines = ({ ours, theirs }: Difference, texts: OwnTexts, names: Names): readonly ShownLine[] =>
  diffLines(ours, theirs).map(({ path, before, after }) => ({
    key: path.join(' '),
    what: pathText(path, texts, names).join(' · '),
    before: path.includes('prices') ? inDollars(before) : before,
    after: path.includes('prices') ? inDollars(after) : after,
  }));
