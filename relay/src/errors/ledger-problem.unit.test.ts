import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { Crowded } from './crowded.ts';
import { ledgerProblem } from './ledger-problem.ts';

describe('what a caller is told when nothing can be reserved', () => {
  it('does not blame the ledger for too many requests', () => {
    const problem = ledgerProblem(new Crowded('too many requests wait for a lease'));
    expect(problem?.status).toBe(503);
    expect(problem?.message).toMatch(/^too many requests wait for a lease;/);
  });

  it('keeps to itself why the ledger cannot be reached', () => {
    const problem = ledgerProblem(new StoreUnavailable('connect ECONNREFUSED 192.0.2.1:2113'));
    expect(problem?.status).toBe(503);
    expect(problem?.message).toMatch(/^the ledger cannot be reached;/);
  });

  it('is nothing for an error of another kind', () => {
    expect(ledgerProblem(new Error('odd'))).toBeUndefined();
  });
});
