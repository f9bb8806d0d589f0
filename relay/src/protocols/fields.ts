/**
 * How a protocol's callers spell what stands in the inner form, by the member of OpenAI's chat that it becomes. A place within is left out: a system text makes
 * messages of its own, and tools stand in lists of their own.
 */
export type Fields = ReadonlyMap<string, string>;

/** `field` ('messages[1].content') as callers of a protocol know it ('contents'); as it is where they spell it alike. */
export function callersField(field: string, fields: Fields): string {
  const [member = ''] = field.split(/[.[]/);
  return fields.get(member) ?? field;
}
