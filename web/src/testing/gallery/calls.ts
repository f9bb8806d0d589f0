import type { View } from './views.ts';

/** What the shell asks on every page. */
const SHELL_CALLS: ReadonlySet<string> = new Set([
  'GET /api/status',
  'GET /api/notice',
  'GET /api/user/self',
  'GET /api/health/books',
]);

/** As the row of a view names it: `GET /api/user/3?a=b` is `GET /api/user/{id}`. */
const nameOf = (call: string): string =>
  (call.split('?')[0] ?? call).replace(/\/\d+(?=\/|$)/u, '/{id}').replace(/\/req-[^/]*/u, '/{charge}');

/** Calls that a page has made and its row does not name, and those that its row names and it has not made. */
export function callFaults(
  { calls, adds = [] }: Pick<View, 'calls' | 'adds'>,
  made: readonly string[],
): readonly string[] {
  const asked = new Set(made.map(nameOf));
  const named = new Set([...Object.keys(calls), ...adds]);
  return [
    ...[...asked]
      .filter((call) => !named.has(call) && !SHELL_CALLS.has(call))
      .map((call) => `not named by its row: ${call}`),
    ...[...named].filter((call) => !asked.has(call)).map((call) => `named by its row, and not made: ${call}`),
  ];
}
