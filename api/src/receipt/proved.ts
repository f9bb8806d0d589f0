import type { ChargeReceipt, ProvedLeaf } from '@ledgate/projections/queries/receipts';
import { base64Of } from '@ledgate/projections/seals/hashes';
import { z } from 'zod';
import type { Proved, ReceiptAnswer } from '../contract/receipt.ts';
import { receipt } from './present.ts';

/** @param isOfAll for who reads the receipts of everybody: with what is private */
export function receiptAnswer(found: ChargeReceipt, isOfAll: boolean): ReceiptAnswer {
  const { private: hidden } = found.proved.leaf;
  return {
    receipt: receipt(found.explained, isOfAll),
    ...provedAnswer(found.proved),
    vkey: found.vkey ?? null,
    stands_at: found.standsAt,
    later: found.later.map(provedAnswer),
    ...(found.laterLeftOff === 0 ? {} : { later_left_off: found.laterLeftOff }),
    ...(isOfAll && hidden !== null ? { private: members.parse(JSON.parse(hidden)) } : {}),
  };
}

const members = z.record(z.string(), z.json());

const provedAnswer = ({ leaf, index, proof }: ProvedLeaf): Proved => ({
  leaf: leaf.text,
  index,
  sealed: proof !== null,
  proof:
    proof === null
      ? null
      : {
          index,
          size: proof.seal.size,
          at: Math.floor(proof.seal.atMs / 1_000),
          hashes: proof.hashes.map(base64Of),
          checkpoint: proof.seal.note,
        },
});

/** As C2SP's tlog-proof v1 has it, with the leaf as its extra data; undefined where no seal covers it yet. */
export function receiptProof({ proved: { leaf, index, proof } }: ChargeReceipt): string | undefined {
  if (proof === null) return undefined;
  const extra = Buffer.from(leaf.text).toString('base64');
  const lines = ['c2sp.org/tlog-proof@v1', `extra ${extra}`, `index ${index}`, ...proof.hashes.map(base64Of)];
  return `${lines.join('\n')}\n\n${proof.seal.note}`;
}
