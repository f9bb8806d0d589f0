import { type Tags, tagTexts } from '@ledgate/domain/till/tags';

/** Between the tags of a row: no part of a tag can hold it. */
const BETWEEN = ',';

/** `name=value` of each, as a row of the log has them; '' without any. */
export const tagsColumn = (tags: Tags | undefined): string => (tags === undefined ? '' : tagTexts(tags).join(BETWEEN));

/** Each `name=value`, of a row that has any. */
export const tagTextsIn = (column: string): readonly string[] => column.split(BETWEEN);

export const tagsOfColumn = (column: string): Tags =>
  Object.fromEntries(
    tagTextsIn(column).map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );

/** The same for Postgres: `row` is the alias of log_rows. */
export const eachTag = (row: string): string => `string_to_array(${row}.tags, '${BETWEEN}')`;
