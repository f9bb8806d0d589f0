import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import type { TillRegistry, TillRow } from '../ports/till-registry.ts';
import type { TillId } from '../shared/ids.ts';

type OpenedRegistry = { readonly registry: TillRegistry; close(): Promise<void> };

/** What every adapter of the till registry port must do. The registry may hold rows of other relays already, and they may change meanwhile. */
export function tillRegistryContract(name: string, open: () => Promise<OpenedRegistry>): void {
  describe(`till registry contract: ${name}`, () => {
    let opened: OpenedRegistry | undefined;
    let relay = '';
    let other = '';
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });
    beforeEach(() => {
      [relay, other] = [`relay-${v4()}`, `relay-${v4()}`];
    });

    const registry = (): TillRegistry => {
      if (opened === undefined) throw new Error('the registry is not open');
      return opened.registry;
    };
    const newTill = async (relayId = relay): Promise<TillId> => {
      const tillId = v4() as TillId;
      await registry().open(tillId, relayId);
      return tillId;
    };
    const rowOf = async (tillId: TillId): Promise<TillRow> => {
      const row = (await registry().list()).find((each) => each.tillId === tillId);
      if (row === undefined) throw new Error(`till ${tillId} has no row`);
      return row;
    };
    const openOf = async (...relayIds: readonly string[]): Promise<readonly TillId[]> =>
      (await registry().list())
        .filter(({ relayId }) => relayIds.includes(relayId))
        .map(({ tillId }) => tillId)
        .toSorted();

    it('lists every open till with its relay', async () => {
      const [one, two, theirs] = [await newTill(), await newTill(), await newTill(other)];
      expect(await openOf(relay, other)).toEqual([one, two, theirs].toSorted());
      expect(await rowOf(one)).toEqual({
        tillId: one,
        relayId: relay,
        beat: expect.any(Number),
        directoryVersion: expect.any(Number),
      });
      expect((await rowOf(theirs)).relayId).toBe(other);
    });

    it('beats for the named tills of one relay and for no other', async () => {
      const tills = [await newTill(), await newTill(), await newTill(other), await newTill()];
      const before = await Promise.all(tills.map(rowOf));
      expect((await registry().beat(relay, 5, tills.slice(0, 3))).toSorted()).toEqual(tills.slice(0, 2).toSorted());
      const grown = (await Promise.all(tills.map(rowOf))).map(({ beat }, index) => beat - (before[index]?.beat ?? 0));
      expect(grown).toEqual([1, 1, 0, 0]);
    });

    it('counts beats that come at the same time', async () => {
      const tillId = await newTill();
      const before = (await rowOf(tillId)).beat;
      await Promise.all(Array.from({ length: 5 }, () => registry().beat(relay, 1, [tillId])));
      expect((await rowOf(tillId)).beat).toBe(before + 5);
    });

    it('keeps the directory version that a beat brings, and never goes back to an earlier one', async () => {
      const tillId = await newTill();
      await registry().beat(relay, 7_000_000_000, [tillId]);
      expect((await rowOf(tillId)).directoryVersion).toBe(7_000_000_000);
      await registry().beat(relay, 4, [tillId]);
      expect((await rowOf(tillId)).directoryVersion).toBe(7_000_000_000);
    });

    it('answers a beat with the tills that still have a row, and with none for a relay without tills', async () => {
      const [gone, left] = [await newTill(), await newTill()];
      await registry().closed(gone);
      expect(await registry().beat(relay, 1, [gone, left])).toEqual([left]);
      expect(await registry().beat(other, 1, [])).toEqual([]);
      expect(await openOf(relay)).toEqual([left]);
    });

    it('takes a till that is opened again for a sign of life: its relay, its version and its beats so far stay', async () => {
      const tillId = await newTill();
      await registry().beat(relay, 9, [tillId]);
      const before = await rowOf(tillId);
      await registry().open(tillId, relay);
      expect(await rowOf(tillId)).toEqual({ ...before, beat: before.beat + 1 });
      await registry().open(tillId, other);
      expect((await rowOf(tillId)).relayId).toBe(relay);
    });

    it('bears that a till is closed twice, or was never opened', async () => {
      const tillId = await newTill();
      await registry().closed(tillId);
      await registry().closed(tillId);
      await registry().closed(v4() as TillId);
      expect(await openOf(relay)).toEqual([]);
    });
  });
}
