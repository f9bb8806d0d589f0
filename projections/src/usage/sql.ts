import type { PreparedSql } from '../runner/batch-writer.ts';

/** @param key the columns of the key, each with its type, in the order of the values */
const addTo = (table: string, key: readonly (readonly [column: string, type: string])[]): PreparedSql => {
  const columns = key.map(([column]) => column).join(', ');
  const parameters = [...key.map(([, type]) => type), 'bigint', 'bigint', 'bigint']
    .map((type, index) => `$${index + 1}::${type}[]`)
    .join(', ');
  return {
    name: table,
    text: `
      insert into @rm.${table} as b (${columns}, count, quota, tokens) select * from unnest(${parameters})
      on conflict (${columns}) do update set
        count = b.count + excluded.count, quota = b.quota + excluded.quota, tokens = b.tokens + excluded.tokens`,
  };
};

export const ADD_TO_USER_MODEL_QUARTERS = addTo('usage_user_model_quarter', [
  ['user_id', 'bigint'],
  ['recorded_s', 'bigint'],
  ['model_name', 'text'],
]);
export const ADD_TO_MODEL_QUARTERS = addTo('usage_model_quarter', [
  ['recorded_s', 'bigint'],
  ['model_name', 'text'],
]);
export const ADD_TO_MODEL_DAYS = addTo('usage_model_day', [
  ['day_s', 'bigint'],
  ['model_name', 'text'],
]);
