import type { LeaseId } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import type { Charge } from '../../till/charge.ts';
import type { TillEventOf } from '../../till/events.ts';
import { exampleCharge, exampleStart } from '../example-charge.ts';
import type { RequestTruth } from './request-truth.ts';

/** The charge of a request of the model. */
export const chargeFor = (
  { requestId, accountId, tokenId, arrivedAtMs, actual }: RequestTruth,
  leaseId: LeaseId,
  amount = actual,
): Charge => exampleCharge({ requestId, accountId, tokenId, leaseId, arrivedAtMs, amount: quota(amount) });

/** Its beginning: a fence charges a third of the reservation for the prompt, or all of it, by policy. */
export const startOf = (
  { requestId, accountId, tokenId, arrivedAtMs, reserved }: RequestTruth,
  leaseId: LeaseId,
): TillEventOf<'ConsumptionStarted'>['data'] =>
  exampleStart(
    { requestId, accountId, tokenId, leaseId, arrivedAtMs },
    { prompt: quota(Math.ceil(reserved / 3)), reserved: quota(reserved) },
  );
