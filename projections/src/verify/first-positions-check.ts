import type { PoolClient } from 'pg';
import { VERIFY_PAGE_ROWS } from '../limits.ts';
import type { Generation } from '../schema/generations.ts';
import { rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import type { FirstPositions } from '../times/first-positions.ts';
import type { Findings } from './finding.ts';

/** The table of first positions against what it must hold, of which nothing is left afterwards. No row is copied: there is one for each second in use. */
export async function checkFirstPositions(
  client: PoolClient,
  { schema }: Generation,
  findings: Findings,
  expected: FirstPositions,
): Promise<void> {
  const subject = (stepS: number, startS: number): string => `first position of ${stepS} s from ${startS} on`;
  await client.query(
    `declare verify_firsts no scroll cursor for select step_s, start_s, position from ${schema}.first_positions`,
  );
  for (;;) {
    const page = await rows<{ step_s: number; start_s: number; position: number }>(
      client,
      query.raw(`fetch ${VERIFY_PAGE_ROWS} from verify_firsts`),
    );
    for (const { step_s: stepS, start_s: startS, position } of page) {
      const wanted = expected.take(stepS, startS);
      if (wanted !== position) findings.add('time', subject(stepS, startS), wanted ?? 'no row', position);
    }
    if (page.length < VERIFY_PAGE_ROWS) break;
  }
  await client.query('close verify_firsts');
  for (const { stepS, startS, position } of expected.sorted())
    findings.add('time', subject(stepS, startS), position, 'no row');
}
