import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { PIECES_SOLD, type PriceName } from '../../../shared/prices/price-names.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import type { Difference, Terms } from '../api/pricebook-api.ts';
import { dollarText, placesOf } from '../dollars.ts';
import type { OwnTexts } from '../texts.ts';

const MODEL_CHARACTERS = 40;
const MODEL_CHARACTERS_NARROW = 24;
const PIECES: readonly PriceName[] = [...PIECES_SOLD, 'character'];
const toneOf: Readonly<Record<Difference['kind'], Tone>> = {
  dearer: 'attention',
  cheaper: 'good',
  other: 'note',
  new: 'note',
  gone: 'bad',
};

type Side = Terms | null;
type Pick = (terms: Side) => string | undefined;

const input: Pick = (terms) => terms?.prices.input;
const output: Pick = (terms) => terms?.prices.output;
const piece: Pick = (terms) => {
  const name = PIECES.find((known) => terms?.prices[known] !== undefined);
  return name === undefined ? undefined : terms?.prices[name];
};

/** Ours and the catalogue's beside each other, so that figures of a column stand below each other; the one that is left muted. */
function Pair({
  difference: { ours, theirs },
  pick,
  places,
  alone = false,
}: {
  readonly difference: Difference;
  readonly pick: Pick;
  readonly places: number;
  /** In no column. */
  readonly alone?: boolean;
}): ReactElement | null {
  const [old, now] = [pick(ours), pick(theirs)];
  if (old === undefined && now === undefined) return null;
  const text = (price: string | undefined): string => (price === undefined ? '–' : dollarText(price, places));
  return (
    <>
      <chakra.span color="fg.muted">{text(old)} → </chakra.span>
      <chakra.span display="inline-block" minW={alone ? undefined : '9ch'}>
        {text(now)}
      </chakra.span>
    </>
  );
}

const placesFor = (rows: readonly Difference[], pick: Pick): number =>
  placesOf(rows.flatMap(({ ours, theirs }) => [pick(ours), pick(theirs)]));

const modelColumn = (own: OwnTexts, characters: number): Column<Difference> => ({
  id: 'model',
  header: own.model,
  stacked: 'title',
  cell: ({ model }) => <CopyText text={model} characters={characters} />,
});

const kindCell = (own: OwnTexts, { kind, refused }: Difference): ReactElement => (
  <StatusDot
    tone={refused ? 'off' : toneOf[kind]}
    text={refused ? `${own.kinds[kind]} · ${own.refused}` : own.kinds[kind]}
    title={own.kindsAbout[kind]}
  />
);

export function wideColumns(rows: readonly Difference[], own: OwnTexts): readonly Column<Difference>[] {
  const pair = (id: string, header: string, pick: Pick): Column<Difference> => {
    const places = placesFor(rows, pick);
    return {
      id,
      header,
      numeric: true,
      cell: (difference) => <Pair difference={difference} pick={pick} places={places} />,
    };
  };
  return [
    modelColumn(own, MODEL_CHARACTERS),
    { id: 'kind', header: own.kind, cell: (difference) => kindCell(own, difference) },
    pair('input', own.inputs, input),
    pair('output', own.outputs, output),
    pair('piece', own.pieces, piece),
  ];
}

/** Two lines: model and kind, and what of it is compared first. */
export function narrowColumns(rows: readonly Difference[], own: OwnTexts): readonly Column<Difference>[] {
  const places = placesFor(rows, (terms) => input(terms) ?? piece(terms));
  const first: Pick = (terms) => input(terms) ?? piece(terms);
  return [
    modelColumn(own, MODEL_CHARACTERS_NARROW),
    { id: 'kind', header: own.kind, stacked: 'figure', cell: (difference) => kindCell(own, difference) },
    {
      id: 'what',
      header: own.what,
      stacked: 'note',
      cell: ({ ours, theirs }) => (input(ours) === undefined && input(theirs) === undefined ? own.pieces : own.inputs),
    },
    {
      id: 'pair',
      header: own.inputs,
      stacked: 'noteFigure',
      cell: (difference) => <Pair difference={difference} pick={first} places={places} alone />,
    },
  ];
}
