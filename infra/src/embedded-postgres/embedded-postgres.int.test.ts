import { describe, expect, it } from '@jest/globals';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { Client } from 'pg';

describe('x', () => { it('has a db', async () => {
  const db = await freshDatabase(); const c = new Client(db.url); await c.connect(); 
  expect((await c.query('select 1 as a')).rows).toEqual([{ a: 1 }]); await c.end(); await db.drop();
}); });
