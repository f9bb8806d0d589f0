import type { HeadersOverride } from '@ledgate/domain/channel/channel-override';

/** `headers`: names and values in turn. */
export function overriddenHeaders(headers: readonly string[], { set, remove }: HeadersOverride): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = (headers[at] as string).toLowerCase();
    if (!set.has(name) && !remove.has(name)) kept.push(headers[at] as string, headers[at + 1] as string);
  }
  for (const [name, value] of set) kept.push(name, value);
  return kept;
}
