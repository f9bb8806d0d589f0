import type pg from 'pg';

/**
 * How Postgres would run every query of `work` if it could read no table from end to end: a plan that still does has no index that helps.
 * `settings` are further ones, as `enable_indexscan = off`.
 */
export async function plansOf(
  pool: pg.Pool,
  work: (db: pg.Pool) => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<readonly string[]> {
  const client = await pool.connect();
  const plans: string[] = [];
  try {
    for (const setting of ['enable_seqscan = off', ...settings]) await client.query(`set ${setting}`);
    const explained = {
      query: async (asked: pg.QueryConfig | string) => {
        if (typeof asked === 'string') return client.query(asked);
        const { text, values = [], types } = asked;
        const { rows } = await client.query<Record<string, string>>({ text: `explain ${text}`, values });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return client.query({ text, values, ...(types === undefined ? {} : { types }) });
      },
      connect: () => Promise.resolve(explained),
      release: () => undefined,
    };
    await work(explained as unknown as pg.Pool);
  } finally {
    // With its session the settings end.
    client.release(true);
  }
  return plans;
}
