import { z } from 'zod';
import type { Access } from './access.ts';

/**
 * One call of the console's interface. The router is made from these, and so is the OpenAPI document, so that neither can drift from the other.
 * Paths are in OpenAPI's form (`/api/token/{id}`); each is served with and without a slash at its end.
 */
export type RouteSpec = Access & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** True for calls that are limited more strictly for each address (docs/behaviour.md#rate-limits). */
  readonly critical?: boolean;
  /** A browser may be led here only by a page of the console: it says so in Sec-Fetch-Site. */
  readonly ownPagesOnly?: boolean;
  /** A browser is led here by an address: the header New-Api-User may be missing, where it comes from this page of the console. */
  readonly ledFrom?: `/${string}`;
  /** Its handler looks whether who shows a session or an access token is who he says, and not banned. */
  readonly looksAtVisitor?: boolean;
  /**
   * Answered otherwise than in the wrapper (docs/behaviour.md#answers): `payment`: `{message: 'success', data}`, a refusal `{message: 'error', data: text}`;
   * `text`: `data` as plain text, a refusal as `fail`, always with HTTP status 200; `csv`: a file of rows, a refusal in the wrapper; `file`: a file of one of
   * `fileTypes`, a refusal in the wrapper with a status of its own.
   */
  readonly answers?: 'payment' | 'text' | 'csv' | 'file';
  /** Media types of a route that answers `file`. */
  readonly fileTypes?: readonly string[];
  /** Pages of any origin may call it from a browser. */
  readonly anyOrigin?: boolean;
  /** HTTP statuses that it has beside 200, with what they mean. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** Of several routes with one method and path, the one whose query parameter has this value. */
  readonly when?: readonly [parameter: string, value: string];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What stands in `data` of a success. */
  readonly data: z.ZodType;
  /** `data` is a page of a bare array: how many there are in all is in the header X-Total-Count. */
  readonly counted?: boolean;
  /** What stands beside `data`, also of a failure. */
  readonly beside?: z.ZodObject;
  /** What a failure has beside its message. */
  readonly refusal?: z.ZodObject;
};

export type RouteMap = Readonly<Record<string, RouteSpec>>;

/** Keeps the literal types of a route, from which the types of its handler follow. */
export const route = <const Spec extends RouteSpec>(spec: Spec): Spec => spec;

type Part<Spec, Key extends 'params' | 'query' | 'body'> = Spec extends {
  readonly [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;
export type ParamsOf<Spec extends RouteSpec> = Part<Spec, 'params'>;
export type QueryOf<Spec extends RouteSpec> = Part<Spec, 'query'>;
export type BodyOf<Spec extends RouteSpec> = Part<Spec, 'body'>;
export type DataOf<Spec extends RouteSpec> = z.output<Spec['data']>;
export type BesideOf<Spec extends RouteSpec> = Spec extends { readonly beside: infer Schema extends z.ZodObject }
  ? z.output<Schema>
  : undefined;

/** What a caller sends as body: fields with a default may be left out. */
export type SentBody<Spec extends RouteSpec> = Spec extends { readonly body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined;

/** The wrapper around every answer of the console's interface (docs/behaviour.md#answers); failures of business have HTTP status 200. */
export type Wrapper<Data> = { readonly success: boolean; readonly message: string; readonly data?: Data };

/** Why a call was refused, for programs, and the field or entry that is not accepted (docs/behaviour.md#answers). */
export const refusal = z.object({ code: z.string().optional(), field: z.string().optional() });

/** The call answers nothing but its success. */
export const nothing = z.null();
