import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { base64Of } from '@ledgate/projections/seals/hashes';
import { sealingState } from '@ledgate/projections/seals/sealing-state';
import { sealNow } from '@ledgate/projections/seals/seal-now';
import {
  newestSeal,
  sealOfSize,
  type SealRow,
  sealsPage,
  type SigningKey,
  signingKeys,
} from '@ledgate/projections/seals/seals';
import { verifierIn } from '@ledgate/projections/seals/signed-note';
import { consistencyProof } from '@ledgate/projections/seals/tree-proofs';
import type { LedgerKey, LedgerSeal, ledgerRoutes } from '../contract/ledger.ts';
import { administration } from '../directory/administration.ts';
import { done, refusedAt, refusedByCode } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { offsetFromOne } from '../http/paging.ts';
import { readToHead } from '../http/read-to-head.ts';
import { oneText } from '../http/send-file.ts';
import type { ApiPorts } from '../ports.ts';

type SealCalls = 'keys' | 'checkpointFile' | 'seals' | 'seal' | 'proof';

/** What the ledger's key has signed, and the key (docs/behaviour.md#seals). */
export const sealHandlers = (ports: ApiPorts): Pick<Handlers<typeof ledgerRoutes>, SealCalls> => ({
  keys: async () => done((await signingKeys(ports.db)).flatMap(keyAnswer)),

  /** Everybody may call it: one row is read, and that of a size never changes. */
  checkpointFile: async ({ query: { size } }) => {
    const seal = size === 0 ? await newestSeal(ports.db) : await sealOfSize(ports.db, size);
    if (seal === undefined) return refusedAt('size', { code: 'size_not_sealed' });
    const file = oneText(`checkpoint-${seal.size}.txt`, 'text/plain; charset=utf-8', seal.note);
    // A file stands in the place of data.
    return { ok: true, data: undefined as never, file: { ...file, isForEver: size !== 0 } };
  },

  seals: async ({ query, session }) => {
    await readToHead(ports, session);
    const { unsealedEvents, unsealedSinceMs, trouble } = await sealingState(ports.db, ports.store);
    const { items, total } = await sealsPage(ports.db, offsetFromOne(query));
    return done({
      items: items.map(sealAnswer),
      total,
      page: query.p,
      page_size: query.page_size,
      unsealed: {
        events: unsealedEvents,
        since: unsealedSinceMs === null ? null : Math.floor(unsealedSinceMs / 1_000),
      },
      at: Math.floor(ports.clock.nowMs() / 1_000),
      trouble,
    });
  },

  seal: async (call) => {
    const isToHead = await readToHead(ports, call.session);
    const { seal, unsealedEvents, trouble } = await sealingState(ports.db, ports.store);
    if (trouble === 'key_missing' || trouble === 'key_differs') return refusedByCode({ code: 'ledger_key_missing' });
    if (isToHead && seal !== undefined && unsealedEvents === 0) return done(sealAnswer(seal));
    const position = await ports.store.head();
    // The record first: the seal is an event of its own, and there is to be none of which nobody knows who has asked for it.
    await withDirectoryTransaction(ports.db, null, async (tx) =>
      tx.administered(administration(call, 'finance.seal', 'finance-seal', { after: { position } }, call.body.reason)),
    );
    const sealed = await sealNow(ports, { position });
    if (sealed.ok) return done(sealAnswer(sealed.seal));
    const { code } = sealed;
    return refusedByCode(code === 'size_not_sealed' ? { code, isComing: true } : { code });
  },

  proof: async ({ query: { from, to }, session }) => {
    await readToHead(ports, session);
    for (const [field, size] of Object.entries({ from, to }))
      if ((await sealOfSize(ports.db, size)) === undefined) return refusedAt(field, { code: 'size_not_sealed' });
    if (from > to) return refusedAt('to', { code: 'range_invalid', why: 'order' });
    const hashes = await consistencyProof(ports.db, from, to);
    // Right after a restore, while its tree is being built.
    if (hashes === undefined) return refusedAt('to', { code: 'size_not_sealed' });
    return done({ from, to, hashes: hashes.map(base64Of) });
  },
});

const sealAnswer = ({ size, root, note, keyId, position, atMs }: SealRow): LedgerSeal => ({
  size,
  root,
  note,
  key_id: keyId,
  position,
  at: Math.floor(atMs / 1_000),
});

/** None for what is no key that this release knows. */
function keyAnswer({ vkey, fromSize, retiredAtMs }: SigningKey): LedgerKey[] {
  const verifier = verifierIn(vkey);
  if (verifier === undefined) return [];
  const { name, id, publicKey } = verifier;
  return [
    {
      name,
      key_id: id,
      algorithm: 'ed25519',
      public_key: base64Of(publicKey),
      vkey,
      from_size: fromSize,
      retired_at: retiredAtMs === null ? null : Math.floor(retiredAtMs / 1_000),
    },
  ];
}
