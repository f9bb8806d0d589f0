import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { PriceName } from '../../../shared/prices/price-names.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import type { Difference } from '../api/pricebook-api.ts';
import { dollarText, placesOf } from '../../../shared/prices/dollars.ts';
import { differenceLines } from '../shown-lines.ts';
import type { DifferenceTexts } from '../difference-texts.ts';
import { Cut } from './cut.tsx';
import type { ShownLine } from '../../../shared/ui/diff-table.tsx';

const MODEL_CHARACTERS = 40;
const MODEL_CHARACTERS_TIGHT = 24;
const toneOf: Readonly<Record<Difference['kind'], Tone>> = {
  dearer: 'attention',
  cheaper: 'good',
  other: 'note',
  new: 'note',
  gone: 'bad',
};

type Names = Readonly<Record<PriceName, string>>;
type Main = 'input' | 'output';
const MAIN: ReadonlySet<string> = new Set<Main>(['input', 'output']);

/** Ours and the catalogue's beside each other, so that figures of a column stand below each other; the one that is left muted. What is alike stands once. */
function Pair({
  difference: { ours, theirs },
  name,
  places,
}: {
  readonly difference: Difference;
  readonly name: Main;
  readonly places: number;
}): ReactElement | null {
  const [old, now] = [ours?.prices[name], theirs?.prices[name]];
  if (old === undefined && now === undefined) return null;
  const text = (price: string | undefined): string => (price === undefined ? '–' : dollarText(price, places));
  if (old === now) return <chakra.span color="fg.muted">{text(now)}</chakra.span>;
  return (
    <>
      <chakra.span color="fg.muted">{text(old)} → </chakra.span>
      <chakra.span display="inline-block" minW={`${places + 4}ch`}>
        {text(now)}
      </chakra.span>
    </>
  );
}

const sidesOf = ({ before, after }: ShownLine): string => `${before ?? '–'} → ${after ?? '–'}`;

/** The first of what differs, and how much more does. */
function firstOf(lines: readonly ShownLine[], own: DifferenceTexts): string {
  const [first] = lines;
  if (first === undefined) return '';
  const text = `${first.what} ${sidesOf(first)}`;
  return lines.length === 1 ? text : own.andMore(text, lines.length - 1);
}

const modelColumn = (own: DifferenceTexts, characters: number): Column<Difference> => ({
  id: 'model',
  header: own.model,
  stacked: 'title',
  cell: ({ model }) => <CopyText text={model} characters={characters} />,
});

const kindCell = (own: DifferenceTexts, { kind, refused }: Difference): ReactElement => (
  <StatusDot
    tone={refused ? 'off' : toneOf[kind]}
    text={refused ? `${own.kinds[kind]} · ${own.refused}` : own.kinds[kind]}
    title={own.kindsAbout[kind]}
  />
);

type Columns = (
  rows: readonly Difference[],
  own: DifferenceTexts,
  names: Names,
  isTight: boolean,
) => readonly Column<Difference>[];

export const wideColumns: Columns = (rows, own, names, isTight) => {
  const pair = (name: Main): Column<Difference> => {
    const places = placesOf(rows.flatMap(({ ours, theirs }) => [ours?.prices[name], theirs?.prices[name]]));
    return {
      id: name,
      header: own[name],
      numeric: true,
      cell: (difference) => <Pair difference={difference} name={name} places={places} />,
    };
  };
  return [
    modelColumn(own, isTight ? MODEL_CHARACTERS_TIGHT : MODEL_CHARACTERS),
    { id: 'kind', header: own.kind, cell: (difference) => kindCell(own, difference) },
    pair('input'),
    pair('output'),
    {
      id: 'more',
      header: own.more,
      cell: (difference) => {
        const others = differenceLines(difference, own, names).filter(
          ({ key }) => !MAIN.has(key.replace('prices ', '')),
        );
        return <Cut text={firstOf(others, own)} width={isTight ? '96px' : '300px'} />;
      },
    },
  ];
};

/** Two lines: model and kind, and the first of what differs. */
export const narrowColumns: Columns = (_rows, own, names) => [
  modelColumn(own, MODEL_CHARACTERS_TIGHT),
  { id: 'kind', header: own.kind, stacked: 'figure', cell: (difference) => kindCell(own, difference) },
  {
    id: 'what',
    header: own.what,
    stacked: 'note',
    cell: (difference) => differenceLines(difference, own, names)[0]?.what ?? '',
  },
  {
    id: 'sides',
    header: own.more,
    stacked: 'noteFigure',
    cell: (difference) => {
      const [first] = differenceLines(difference, own, names);
      return first === undefined ? '' : sidesOf(first);
    },
  },
];
