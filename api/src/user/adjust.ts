import { loadAccount } from '@ledgate/domain/account/account-stream';
import { decide } from '@ledgate/domain/account/decide';
import { accountStream } from '@ledgate/domain/account/events';
import { START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { noteAddress } from '@ledgate/projections/directory/audit/addresses';
import {
  type AskedCommand,
  askedCommand,
  checkCommand,
  noteCommand,
} from '@ledgate/projections/directory/commands/commands';
import { findUser } from '@ledgate/projections/directory/users/find';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { type Balance, balanceOf } from '@ledgate/projections/queries/balances';
import type { BodyOf } from '../contract/route.ts';
import type { userRoutes } from '../contract/user.ts';
import { changeBoth } from '../directory/change-directory.ts';
import { done, refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { isSent } from '../http/sent.ts';
import { amountText } from '../messages/amount-text.ts';
import type { Notice } from '../messages/catalogue.ts';
import type { ApiPorts } from '../ports.ts';
import { placeOfAdjustment } from './place-of-adjustment.ts';
import { rankRefusal } from './rank.ts';

type Body = BodyOf<typeof userRoutes.adjust>;

/**
 * POST /api/user/adjust: a signed change of a balance, which is its own record (docs/architecture.md#audit). It is owed to the ledger from one transaction;
 * its source makes a repetition do nothing. A debit's leases are recalled by whoever brings it into the ledger, and here once more when
 * it stood there before this call: the first call may still be about it (docs/ledger.md#debits). Figures are told only when the read models have the change.
 * Throws CommandIdReused, and StoreUnavailable while the ledger has it not yet: the directory's worker brings it there.
 */
export const adjustUser =
  (ports: ApiPorts): Handler<typeof userRoutes.adjust> =>
  async (call) => {
    const { id, delta, balance_seen } = call.body;
    const target = await findUser(ports.db, id);
    if (target === undefined) return refused({ code: 'user_missing' });
    const problem = rankRefusal(call.caller, target);
    if (problem !== undefined) return refused(problem);

    const asked = askedBy(call, call.body);
    if (asked !== undefined) await checkCommand(ports.db, asked);
    const command = commandOf(call, call.body, asked);
    const decision = decide(command, await loadAccount(ports.store, target.id));
    if (!decision.ok) return refused(decision.refusal);
    const stoodThere = decision.events.length === 0;
    const isFirst = !stoodThere && (await owed(ports, call, target, command, asked));
    const repeated = !isFirst && delta !== 0;
    // What has just been owed was recalled by whoever brought it there.
    if (stoodThere && delta < 0) await ports.recalls.recall(target.id);

    const position = isFirst ? await placeOfAdjustment(ports.store, target.id, command.source) : undefined;
    if (delta !== 0) call.session.wrote(accountStream(target.id), position ?? (await ports.store.head()));
    const figures = (await call.session.caughtUp())
      ? figuresOf(await balanceOf(ports.db, target.id), { delta, isFirst })
      : undefined;
    if (figures !== undefined) await call.session.shown(new Map([[`user-${id}`, figures.balance]]));
    const { balance: quota = null, before = null } = figures ?? {};
    return done(
      { id, quota, before, position: position ?? START, repeated },
      noticeOf(ports, { figures, delta, seen: balance_seen, repeated }),
    );
  };

/** The balance as the read models have it now, and what it would be without this call: what came in or was charged meanwhile is in both. Quota units. */
type Figures = { readonly balance: number; readonly before: number };

const figuresOf = (
  { balance }: Balance,
  { delta, isFirst }: { readonly delta: number; readonly isFirst: boolean },
): Figures => ({ balance, before: isFirst ? balance - delta : balance });

type Adjustment = ReturnType<typeof commandOf>;

/** What was seen is no part of it: a form that is sent again may show another balance. */
const askedBy = ({ caller }: SignedCall, { id, delta, reason, command_id }: Body): AskedCommand | undefined =>
  isSent(command_id) ? askedCommand(command_id, ['user.adjust', caller.id, id, delta, reason]) : undefined;

const commandOf = (call: SignedCall, { delta, reason }: Body, asked: AskedCommand | undefined) =>
  ({
    type: 'AdjustQuota',
    delta: quota(delta),
    actorId: call.caller.id,
    reason,
    source: `adjust-${asked?.id ?? call.requestId}` as SourceId,
  }) as const;

/**
 * Answers whether this call is the first with its command, as the transaction has it that notes commands. Who comes second owes the same again, which
 * does nothing and waits for it, and leaves no second record.
 */
async function owed(
  ports: ApiPorts,
  call: SignedCall & { readonly body: Body },
  target: UserRow,
  command: Adjustment,
  asked: AskedCommand | undefined,
): Promise<boolean> {
  const { value: isFirst, inLedger } = await changeBoth(ports, call, null, async (tx) => {
    const { isFirst, notedMs } =
      asked === undefined ? { isFirst: true, notedMs: call.nowMs } : await noteCommand(tx, asked);
    if (isFirst) await noteAddress(tx.client, call);
    await tx.toLedger({
      kind: 'account',
      userId: target.id,
      command: { ...command, sourceBornMs: notedMs },
      context: contextOf(call, call.caller, command.source),
    });
    return isFirst;
  });
  if (!inLedger) throw new StoreUnavailable('an adjustment waits for the ledger');
  return isFirst;
}

type Facts = {
  readonly figures: Figures | undefined;
  readonly delta: number;
  readonly seen: number | null | undefined;
  readonly repeated: boolean;
};

function noticeOf(ports: ApiPorts, { figures, delta, seen, repeated }: Facts): Notice {
  const text = amountText(ports.view);
  if (repeated) return { code: 'adjusted_already', balance: figures === undefined ? undefined : text(figures.balance) };
  if (figures === undefined) return { code: 'adjusted_unseen', change: text(delta) };
  const { balance, before } = figures;
  return {
    code: 'adjusted',
    before: text(before),
    after: text(balance),
    seen: isSent(seen) && seen !== before ? text(seen) : undefined,
  };
}
