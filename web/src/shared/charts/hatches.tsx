import { useId, type ReactElement } from 'react';
import type { Look } from './model-colours.ts';

const SPACING = 6;
const LINE = 3;
const SWATCH = 12;
/** Between the lines, so that the length of a bar is seen. */
const FAINT = 0.25;

const patternId = (id: string, { colour, hatch }: Look): string => `${id}${colour.slice(1)}-${hatch}`;

/** What a series of this look is filled with, in a chart that has `Hatches` of the same id. */
export const hatchFill = (id: string, look: Look): string =>
  look.hatch === undefined ? look.colour : `url(#${patternId(id, look)})`;

/** The patterns of the looks that are hatched. */
export const Hatches = ({ id, looks }: { readonly id: string; readonly looks: readonly Look[] }): ReactElement => (
  <defs>
    {looks
      .filter(({ hatch }) => hatch !== undefined)
      .map((look) => (
        <Hatch key={patternId(id, look)} id={patternId(id, look)} look={look} />
      ))}
  </defs>
);

const Hatch = ({ id, look: { colour, hatch } }: { readonly id: string; readonly look: Look }): ReactElement => (
  <pattern
    id={id}
    width={SPACING}
    height={SPACING}
    patternUnits="userSpaceOnUse"
    patternTransform={`rotate(${hatch ?? 0})`}
  >
    <rect width={SPACING} height={SPACING} fill={colour} fillOpacity={FAINT} />
    <rect width={SPACING} height={LINE} fill={colour} />
  </pattern>
);

/** A sample of a look, beside a model's name. */
export function Swatch({ look }: { readonly look: Look }): ReactElement {
  const id = useId();
  return (
    <svg aria-hidden width={SWATCH} height={SWATCH} style={{ flexShrink: 0, borderRadius: '2px' }}>
      <Hatches id={id} looks={[look]} />
      <rect width={SWATCH} height={SWATCH} fill={hatchFill(id, look)} />
    </svg>
  );
}
