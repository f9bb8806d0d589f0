import type pg from 'pg';

/**
 * How Postgres would run every statement of `work` if it could read no table from end to end: a plan that still does has no index that helps.
 * `settings` are further ones, as `enable_indexscan = off`.
 */
export async function plansOf(
  pool: pg.Pool,
  work: (db: pg.PoolClient) => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<readonly string[]> {
  const client = await pool.connect();
  const plans: string[] = [];
  try {
    for (const setting of ['enable_seqscan = off', ...settings]) await client.query(`set ${setting}`);
    await work(
      Object.assign(Object.create(client) as pg.PoolClient, {
        query: async ({ text, values = [], types }: pg.QueryConfig) => {
          const { rows } = await client.query<Record<string, string>>({ text: `explain ${text}`, values });
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          return client.query({ text, values, ...(types === undefined ? {} : { types }) });
        },
      }),
    );
  } finally {
    // With its session the settings end.
    client.release(true);
  }
  return plans;
}
