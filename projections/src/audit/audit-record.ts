import { accountOfStream } from '@ledgate/domain/account/events';
import { type AuditAction, type AuditTarget, auditTargetOf, UNLISTED_ACTIONS } from '@ledgate/domain/catalogue/audit';
import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Recorded } from '@ledgate/domain/events/codec';
import { isPriceOption } from '@ledgate/domain/pricebook/options';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { AuditFields } from '../directory/audit/administration.ts';
import { LATE_RECORD_MS } from '../limits.ts';

/** What one event says to the audit list (docs/architecture.md#audit): a row of `audit_records`; fields of a price book follow from the book before. */
export type AuditRecord = {
  /** Whatever says the same again has the same; of two, the one that the ledger has first stands in the list. */
  readonly source: string;
  readonly position: number;
  readonly atMs: number;
  /** The ledger has it much later than it happened. */
  readonly isLate: boolean;
  /** `user-3`, or what a process calls itself. */
  readonly actor: string;
  /** Of a later release perhaps none of ours. */
  readonly action: string;
  readonly target: AuditTarget;
  readonly fields: Fields | { readonly book: PriceBook; readonly fromMs: number };
  readonly reason: string;
  readonly requestId: string;
};

type Fields = { readonly before: AuditFields; readonly after: AuditFields };

type Said = Pick<AuditRecord, 'action' | 'target' | 'fields'> &
  Partial<Pick<AuditRecord, 'source' | 'actor' | 'reason' | 'requestId'>>;

/** undefined: it is no act of administration. */
export function auditRecordOf(recorded: Recorded): AuditRecord | undefined {
  const said = saidBy(recorded);
  if (said === undefined) return undefined;
  const { position, atMs, recordedAtMs, metadata } = recorded;
  return {
    source: String(position),
    position,
    atMs,
    isLate: recordedAtMs - atMs > LATE_RECORD_MS,
    actor: metadata['actor'] ?? '',
    reason: metadata['reason'] ?? '',
    requestId: metadata['$correlationId'] ?? '',
    ...said,
  };
}

function saidBy(recorded: Recorded): Said | undefined {
  const { event } = recorded;
  switch (event.type) {
    case 'AdministrationRecorded':
      return administration(event.data);
    case 'QuotaAdjusted': {
      const { delta, reason } = event.data;
      return { ...act('user.adjust', `user-${accountOfStream(recorded.stream)}`, { after: { delta } }), reason };
    }
    case 'CodeEdited': {
      const { codeId, amount, previousAmount } = event.data;
      return act('redemption.edit', `code-${codeId}`, { before: { quota: previousAmount }, after: { quota: amount } });
    }
    case 'CodeDisabled':
      return act('redemption.disable', `code-${event.data.codeId}`, { after: { status: CODE_STATUS.disabled } });
    case 'CodeEnabled':
      return act('redemption.enable', `code-${event.data.codeId}`, { after: { status: CODE_STATUS.unused } });
    case 'CodeWithdrawn': {
      const { codeId, amount } = event.data;
      return {
        ...act('redemption.delete', `code-${codeId}`, { before: { quota: amount } }),
        source: deletionOf(codeId),
      };
    }
    case 'PriceBookPublished':
      return published(recorded, event.data);
    case 'TopUpPaid':
      return creditedByHand(recorded, event.data);
    case 'LogsCleaned': {
      const before = Math.floor(event.data.beforeMs / 1_000);
      return act('log.clean', `log-${before}`, { after: { before } });
    }
    case 'PeriodClosed':
      return event.data.periodId === null ? undefined : closed(event.data);
    case 'PeriodReopened': {
      const { periodId, reason } = event.data;
      if (periodId === null) return undefined;
      return { ...act('finance.reopen', `finance-period-${periodId}`, { after: { status: 'reopened' } }), reason };
    }
    default:
      return undefined;
  }
}

const act = (action: AuditAction, target: Parameters<typeof auditTargetOf>[0], fields: Partial<Fields>): Said => ({
  action,
  target: auditTargetOf(target),
  fields: { before: fields.before ?? {}, after: fields.after ?? {} },
});

/** Who closed it, and why, stands in the event beside its data: whichever process has finished it. */
const closed = ({ periodId, revision, start, end, zone, size, manifestSha256, late }: ClosedPeriod): Said =>
  act('finance.close', `finance-period-${periodId}`, {
    after: { revision, start, end, zone, size, manifest_sha256: manifestSha256, late: late.length },
  });

/** A code is deleted once; releases before recorded it beside the event. */
const deletionOf = (codeId: number | string): string => `code-${codeId}-deleted`;

/** Releases before recorded these beside the event that says the same. */
const SAID_BY_EVENTS: ReadonlySet<string> = new Set<AuditAction>(['user.adjust', 'pricebook.put']);
const UNLISTED: ReadonlySet<string> = new Set(UNLISTED_ACTIONS);

type AdministrationData = Extract<Recorded['event'], { type: 'AdministrationRecorded' }>['data'];

function administration(data: AdministrationData): Said | undefined {
  const { actorId, action, before, after, reason, requestId } = data;
  if (SAID_BY_EVENTS.has(action) || UNLISTED.has(action)) return undefined;
  const target = auditTargetOf(data.target);
  return {
    ...(action === 'redemption.delete' ? { source: deletionOf(target.id) } : {}),
    ...(actorId === null ? {} : { actor: `user-${actorId}` }),
    action,
    target,
    fields: { before: before as AuditFields, after: after as AuditFields },
    reason,
    requestId,
  };
}

type PriceBookData = Extract<Recorded['event'], { type: 'PriceBookPublished' }>['data'];

/**
 * One change publishes the waiting versions again behind the one that it makes: of its request the first counts. Who sets a price option gives no reason; who
 * puts a book does.
 */
function published({ metadata, occurredAtMs, position }: Recorded, data: PriceBookData): Said {
  const { actorId: _actor, changed, ...book } = data;
  const [option, ...others] = changed;
  const isOption =
    metadata['reason'] === undefined && others.length === 0 && option !== undefined && isPriceOption(option);
  const request = metadata['$correlationId'] ?? '';
  return {
    action: isOption ? 'option.set' : 'pricebook.put',
    target: auditTargetOf(isOption ? `option-${option}` : `pricebook-${book.version}`),
    fields: { book, fromMs: book.startsAtMs ?? occurredAtMs },
    source: request === '' ? String(position) : `pricebook-${request}`,
  };
}

/** A payment that its provider told of itself, or its payer asked after, is nobody's act. */
function creditedByHand(
  { metadata }: Recorded,
  { tradeNo, accountId, amount, moneyMinor, currency }: Extract<Recorded['event'], { type: 'TopUpPaid' }>['data'],
): Said | undefined {
  const actor = metadata['actor'] ?? '';
  if (actor === '' || actor.startsWith('payment-') || actor === `user-${accountId}`) return undefined;
  const after = { user_id: accountId, quota: amount, money_minor: moneyMinor, currency };
  return act('topup.credit', `topup-${tradeNo}`, { after });
}
