/** What the line under the top bar may hold, the first one first (docs/console.md#line-under-the-top-bar). */
const LINES = ['lost', 'elsewhere', 'paused', 'password', 'release', 'notice', 'demo'] as const;
export type LineKind = (typeof LINES)[number];

/** The one that is shown of those that there are. Of an account that is barred the page itself says so, and nothing else is of concern. */
export const firstLine = (
  holds: Readonly<Record<LineKind, boolean>>,
  { isBarred }: { readonly isBarred: boolean },
): LineKind | undefined => LINES.find((kind) => holds[kind] && (!isBarred || kind === 'lost'));
