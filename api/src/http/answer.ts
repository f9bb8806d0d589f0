import type { BesideOf, DataOf, RouteSpec } from '../contract/route.ts';
import type { Notice } from '../messages/catalogue.ts';
import type { Problem } from './problem.ts';
import type { CsvFile } from './send-csv.ts';
import type { TextFile } from './send-file.ts';
import type { StoredFile } from './send-stored.ts';

type Beside<Spec extends RouteSpec> =
  BesideOf<Spec> extends undefined ? { readonly beside?: undefined } : { readonly beside: BesideOf<Spec> };

/** A call is done. `notice` becomes the wrapper's message. */
export type Done<Spec extends RouteSpec> = {
  readonly ok: true;
  readonly data: DataOf<Spec>;
  readonly notice?: Notice | undefined;
  /** Of a route that is `counted`: of how many rows `data` is a page. */
  readonly total?: number | undefined;
  /** Of a route that answers `csv` or `file`: in place of `data`. */
  readonly file?: CsvFile | TextFile | StoredFile | undefined;
  /** A browser is led on to this path in place of an answer. */
  readonly location?: string | undefined;
} & Beside<Spec>;

/** A call is refused: HTTP 200 with success false, unless the problem's code says otherwise. */
export type Refused = {
  readonly ok: false;
  readonly problem: Problem;
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
};

export type Answer<Spec extends RouteSpec> = Done<Spec> | Refused;

export const done = <Data>(
  data: Data,
  notice?: Notice,
): { readonly ok: true; readonly data: Data; readonly notice?: Notice | undefined } =>
  notice === undefined ? { ok: true, data } : { ok: true, data, notice };

/** For a call to which a browser was led by an address: it goes on to a page. */
export const ledOn = (location: string): { readonly ok: true; readonly data: null; readonly location: string } => ({
  ok: true,
  data: null,
  location,
});

/** A page of a bare array. */
export const listed = <Item>(
  items: Item[],
  total: number,
): { readonly ok: true; readonly data: Item[]; readonly total: number } => ({
  ok: true,
  data: items,
  total,
});

export const refused = (problem: Problem): Refused => ({ ok: false, problem });

/** At a field of the call, by the name under which it was sent, so that a form can tell it there; of a route that has `refusal`. */
export const refusedAt = (field: string, problem: Problem): Refused => ({
  ok: false,
  problem,
  beside: { code: problem.code, field },
});

/** With what a program tells refusals apart by, of a route that has it as its `refusal`. */
export const refusedByCode = (problem: Problem): Refused => ({
  ok: false,
  problem,
  beside: { code: problem.code, ...('field' in problem ? { field: problem.field } : {}) },
});

/** For calls that answer nothing but their success. */
export const DONE = done(null);
