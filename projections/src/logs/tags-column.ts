import { type Tags, tagTexts } from '@ledgate/domain/till/tags';

/** Between the tags of a row: no part of a tag can hold it. */
const BETWEEN = ',';

/** `name=value` of each, as a row of the log has them; '' without any. */
export const tagsColumn = (tags: Tags | undefined): string => (tags === undefined ? '' : tagTexts(tags).join(BETWEEN));

export const tagsOfColumn = (column: string): Tags =>
  Object.fromEntries(
    column.split(BETWEEN).map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );

/**
 * Of the rows that have any, each tag by itself, for Postgres: what the index `log_rows_tags` is on, and what is asked in the same words.
 *
 * @param row what the column's name stands behind: '' or an alias with a dot
 */
export const eachTag = (row: string): string => `string_to_array(${row}tags, '${BETWEEN}')`;
