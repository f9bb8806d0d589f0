import { encode } from '@ledgate/domain/events/codec';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { decide } from '@ledgate/domain/redemption/decide';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import { loadRedemption } from '@ledgate/domain/redemption/redemption-stream';
import type { CodeId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { noteAddress } from '@ledgate/projections/directory/audit/addresses';
import { findCode, renameCode } from '@ledgate/projections/directory/codes/codes';
import { owedTo } from '@ledgate/projections/directory/outbox/rows';
import type { redemptionRoutes } from '../contract/redemption.ts';
import type { BodyOf } from '../contract/route.ts';
import { administrationOf } from '../directory/administration.ts';
import { bringOwed, changeBoth } from '../directory/change-directory.ts';
import type { SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import type { Problem } from '../http/problem.ts';
import { CODE_EDITS_TRIED_MAX } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

type EditCall = SignedCall & { readonly body: BodyOf<typeof redemptionRoutes.edit> };

/** `inLedger`: as of a change of the directory. */
type Edited = { readonly ok: true; readonly inLedger: boolean } | { readonly ok: false; readonly problem: Problem };

/**
 * PUT /api/redemption/: a code's amount and its name, both or neither. What could be refused is looked at first. A new amount is then owed to the ledger at the
 * revision that was looked at, and the name with it: whoever brings the event there renames the code, and where the code was changed in between neither is
 * done, and all is looked at anew. Each of the two is a record of its own. Throws StoreUnavailable with nothing done.
 */
export async function editCode(ports: ApiPorts, call: EditCall): Promise<Edited> {
  const codeId = call.body.id as CodeId;
  const stream = redemptionStream(codeId);
  // What an earlier edit has left half way would else rename the code after this one.
  if ((await owedTo(ports.db, [stream])).length > 0) await bringOwed(ports, call, [stream]);
  for (let tried = 0; tried < CODE_EDITS_TRIED_MAX; tried += 1) {
    if ((await findCode(ports.db, codeId)) === undefined) return { ok: false, problem: { code: 'redemption_missing' } };
    const { state, revision: at } = await loadRedemption(ports.store, codeId);
    const command = { type: 'EditCode', amount: quota(call.body.quota), actorId: call.caller.id } as const;
    const decision = decide(command, state);
    if (!decision.ok) return { ok: false, problem: decision.refusal };
    if (decision.events.length === 0) return renamed(ports, call, codeId);
    if (at === NO_STREAM) throw new Error(`${stream}: an edit of what is not there`);

    const context = contextOf(call, call.caller, `EditCode-${codeId}-${at}`);
    const events = encode(decision.events, context);
    const { inLedger } = await changeBoth(ports, call, null, async (tx) => {
      await noteAddress(tx.client, call);
      const { requestId, address } = call;
      const renames = { codeId, name: call.body.name, actorId: call.caller.id, requestId, address };
      await tx.toLedger({ kind: 'edited', stream, at, events, renames });
    });
    if (!inLedger) return { ok: true, inLedger };
    const [next] = await ports.store.readStream(stream, (at + 1) as typeof at, 1);
    if (next?.id === events[0]?.id) return { ok: true, inLedger };
  }
  throw new Error(`${stream}: ${CODE_EDITS_TRIED_MAX} edits in a row were overtaken`);
}

async function renamed(ports: ApiPorts, call: EditCall, codeId: CodeId): Promise<Edited> {
  const { inLedger } = await changeBoth(ports, call, null, async (tx) => {
    const names = await renameCode(tx, codeId, call.body.name);
    if (names !== undefined) tx.administered(administrationOf(call, 'redemption.rename', `code-${codeId}`, names));
  });
  return { ok: true, inLedger };
}
