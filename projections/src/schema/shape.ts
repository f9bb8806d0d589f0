import { LOG_COLUMNS } from '../logs/log-columns.ts';
import { LOG_TAG_COLUMNS } from '../logs/log-tag-columns.ts';
import { shapeOf } from '../runner/column-table.ts';

/**
 * What this release writes into a generation of read models and reads from it: its tables, and what their columns mean. Whoever changes either raises it:
 * a generation of another shape is never altered, the next one is filled beside it. A column of the log says itself which shape it came with.
 */
export const GENERATION_SHAPE = Math.max(18, shapeOf(LOG_COLUMNS), shapeOf(LOG_TAG_COLUMNS));

/**
 * By `ledger_schema` from 2 on: the first shape of a release that reads it. So a new `ledger_schema` comes with a new shape: projectors of the release before
 * would stand before what is written then.
 */
const SHAPES_OF_LEDGER_SCHEMAS: readonly number[] = [7, 8, 11];

/** The highest `ledger_schema` that every release reads whose read models have this shape. */
export const ledgerSchemaOfShape = (shape: number): number =>
  1 + SHAPES_OF_LEDGER_SCHEMAS.filter((first) => first <= shape).length;

/**
 * The schema of the views by which releases of one shape read. Each shape has its own, so that no query ever reads tables of a shape that it was not
 * written for: before there is a generation of its shape the schema is empty, and when a later release has dropped the last one it is empty again.
 */
export const viewsOf = (shape: number): string => `readmodel_${shape}`;

/** The views that this release reads. */
export const READ_MODELS = viewsOf(GENERATION_SHAPE);

/** How the live generation's shape stands to a release's own: that release has its read models, has to fill them, or is out of date. */
type Fit = 'own' | 'earlier' | 'later';

export function fitOf(live: number, own: number): Fit {
  if (live === own) return 'own';
  return live < own ? 'earlier' : 'later';
}

/** What a process says of a live generation that is not of its own shape; undefined where it is. For people: logs, /readyz, a refused start. */
export function misfitText(live: number, own: number): string | undefined {
  const fit = fitOf(live, own);
  if (fit === 'own') return undefined;
  return fit === 'earlier'
    ? `the live read models are of an earlier release (shape ${live}, this one's is ${own}): the next ones are being filled from the ledger`
    : `a later release has put its read models in place (shape ${live}, this one knows ${own}): end this process and start that release`;
}

/** The live generation is not of the shape that is asked for: nothing of it may be read or written. */
export class ShapeDiffers extends Error {
  override readonly name = 'ShapeDiffers';
  readonly live: number;
  readonly own: number;

  constructor(live: number, own: number) {
    super(misfitText(live, own) ?? `the live read models are of shape ${live}`);
    this.live = live;
    this.own = own;
  }

  get fit(): Fit {
    return fitOf(this.live, this.own);
  }
}
