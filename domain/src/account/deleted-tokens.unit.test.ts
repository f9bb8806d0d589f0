import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EventContext } from '../events/codec.ts';
import type { RecordedEvent, Revision } from '../ports/event-store.ts';
import { type LeaseId, type SourceId, tokenId, type TokenId } from '../shared/ids.ts';
import type { ByToken } from '../shared/schemas.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changeAccount, loadAccount } from './account-stream.ts';
import { checkpointOf, restored, tellsOfToken } from './checkpoint.ts';
import type { AccountCommand } from './commands.ts';
import { decide } from './decide.ts';
import { deletionOf, DELETED_TOKENS_KEPT, LAST_LIMIT_VERSION } from './deleted-tokens.ts';
import { type AccountEvent, accountStream } from './events.ts';
import { evolve } from './evolve.ts';
import { type Account, initialAccount } from './state.ts';
import {
  ann,
  closed,
  folded,
  given,
  grant,
  granted,
  late,
  lease,
  limited,
  opened,
  q,
  report,
  resized,
  settled,
  source,
  till,
  token,
} from './testing/example-account.ts';

const deleted = (id: TokenId = token): AccountEvent => ({
  type: 'TokenLimitSet',
  data: { tokenId: id, limit: q(0), version: LAST_LIMIT_VERSION },
});
/** Of so many other tokens: then nobody remembers an older one who need not. */
const manyDeleted = (): readonly AccountEvent[] =>
  Array.from({ length: DELETED_TOKENS_KEPT + 1 }, (_, index) => deleted(tokenId(1_000 + index)));
const tokensOf = (...events: readonly AccountEvent[]): readonly TokenId[] => {
  const account = folded(events);
  return account.status === 'missing' ? [] : [...account.tokens.keys()];
};

describe('a deleted token', () => {
  it('is told once, and its limit is never set again', () => {
    given(opened, limited(9)).when(deletionOf(token)).then(deleted());
    given(opened).when(deletionOf(token)).then(deleted());
    given(opened, limited(9), deleted()).when(deletionOf(token)).then();
    const older: AccountCommand = { type: 'SetTokenLimit', tokenId: token, limit: q(9), version: 1 };
    given(opened, limited(9), deleted()).when(older).then();
    given(opened, deleted()).when(older).then();
    given(opened, limited(9), closed).when(deletionOf(token)).then(deleted());
  });

  it('leaves the fold with its use', () => {
    expect(tokensOf(opened, limited(9), late(3), deleted())).toEqual([]);
    expect(tokensOf(opened, limited(9), deleted(), limited(9, 2))).toEqual([]);
    expect(tokensOf(opened, limited(9), deleted(), late(3))).toEqual([]);
  });

  it('gets no lease and no more of the one that it has', () => {
    const before = [opened, granted(100), limited(50), lease('l', 5, token), deleted()] as const;
    const nothing = { code: 'insufficient_token_quota', unspent: q(0), needed: q(2) } as const;
    given(...before)
      .when(grant('m', 2, 2, token, 1))
      .thenRefused({ ...nothing, available: q(0) });
    given(...before)
      .when({ type: 'RaiseLease', report: report('l', 5), need: q(2), want: q(2) })
      .thenRefused({ ...nothing, available: q(0) });
    given(...before)
      .when({ type: 'CoverLease', report: report('l', 7), amount: q(7) })
      .then(resized('l', 7, 7));
    given(...before)
      .when({ type: 'SettleLease', report: report('l', 4) })
      .then(settled('l', 4));
  });

  it.each([
    ['of its own', token],
    ['that it shared', null],
  ])('does not come back by the reports of a lease %s, however many are deleted after it', (_whose, tokenOf) => {
    const before = [opened, granted(100), limited(50), lease('l', 20, tokenOf), deleted(), ...manyDeleted()] as const;
    expect(folded([...before, resized('l', 20, 7)])).toMatchObject({ tokens: new Map(), settled: 7 });
    const after = folded([...before, resized('l', 20, 7), settled('l', 9)]);
    expect(after).toMatchObject({ tokens: new Map(), leases: new Map(), settled: 9, credits: 100 });
  });

  it('is forgotten when the leases that may name it are settled and others were deleted after it', () => {
    const remembers = (...events: readonly AccountEvent[]): boolean => {
      const account = folded([opened, granted(100), lease('old', 9), deleted(), ...events]);
      return account.status !== 'missing' && account.deletedTokens.has(token);
    };
    expect(remembers(settled('old', 0))).toBe(true);
    expect(remembers(...manyDeleted())).toBe(true);
    expect(remembers(...manyDeleted(), settled('old', 0))).toBe(false);
    expect(remembers(lease('young', 9), settled('old', 0), ...manyDeleted())).toBe(false);
  });

  it('is told by the checkpoint of an earlier release as one that may use nothing', () => {
    const account = folded([opened, limited(9), lease('l', 5), deleted()]);
    if (account.status === 'missing') throw new Error('missing');
    const { deletedTokens: _later, leasesGrantedAt: _too, ...earlier } = checkpointOf(account, 0);
    const kept = { tokenId: token, limit: q(0), version: LAST_LIMIT_VERSION, used: q(4), limitedAt: 3 };
    expect(restored({ ...earlier, tokens: [kept] }, { revision: account.revision, atMs: 0 })).toEqual({
      ...account,
      leases: new Map([...account.leases].map(([id, open]) => [id, { ...open, grantedAt: 0 }])),
    });
  });
});

const context = (commandId: string): EventContext => ({
  commandId,
  correlationId: 'c',
  occurredAtMs: 0,
  actor: 'user-2',
});

describe('an account that has made and deleted 20,000 limited tokens', () => {
  it('gets its checkpoint, and a command reads few events', async () => {
    const store = new MemoryEventStore();
    let known: Account = initialAccount;
    const change = async (command: AccountCommand, id: string): Promise<void> => {
      const changed = await changeAccount(store, ann, command, context(id), known);
      if (!changed.ok) throw new Error(changed.refusal.code);
      known = changed.account;
    };
    await change({ type: 'OpenAccount', userId: ann, grants: [] }, 'open');
    for (let id = 1; id <= 20_000; id += 1) {
      await change({ type: 'SetTokenLimit', tokenId: tokenId(id), limit: q(500_000), version: 1 }, `make-${id}`);
      await change(deletionOf(tokenId(id)), `delete-${id}`);
    }
    const events: RecordedEvent[] = [];
    for (let next = 0; ; next += 10_000) {
      const page = await store.readStream(accountStream(ann), next as Revision, 10_000);
      events.push(...page);
      if (page.length < 10_000) break;
    }
    const sinceCheckpoint = events.length - 1 - events.findLastIndex(({ type }) => type === 'AccountCheckpointed');
    expect(sinceCheckpoint).toBeLessThan(250);
    expect(Math.max(...events.map(({ data }) => data.length))).toBeLessThan(8_192);
    expect(await loadAccount(store, ann)).toEqual(known);
  });
});

/** A step of a life: what happens, to which of a few tokens and leases, and how much of it. */
const step = fc.record({
  what: fc.constantFrom('limit', 'lift', 'delete', 'grant', 'own', 'report', 'report', 'settle', 'late', 'deleteMany'),
  token: fc.integer({ min: 1, max: 5 }),
  lease: fc.nat(3),
  amount: fc.nat(9),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type OpenLease = {
  readonly id: LeaseId;
  readonly mayName: Set<TokenId>;
  consumed: number;
  byToken: Record<string, number>;
};

/** Plays steps through the decider. Tokens are replaced by new ones when they are deleted; a lease reports those that lived while it was open. */
class Life {
  account: Account = initialAccount;
  readonly living = new Map<number, TokenId>();
  readonly used = new Map<TokenId, number>();
  readonly #leases: OpenLease[] = [];
  readonly #versions = new Map<TokenId, number>();
  #made = 0;
  readonly #onEvent: (life: Life) => void;

  constructor(onEvent: (life: Life) => void) {
    this.#onEvent = onEvent;
    this.#do({ type: 'OpenAccount', userId: ann, grants: [] });
    this.#do({ type: 'AdjustQuota', delta: q(1_000_000), actorId: ann, reason: '' });
    for (let place = 1; place <= 5; place += 1) this.#make(place);
  }

  play({ what, token: place, lease: nth, amount }: Step): void {
    const id = this.living.get(place) ?? token;
    const open = this.#leases[nth];
    switch (what) {
      case 'limit':
      case 'lift':
        return this.#limit(id, what === 'lift' ? null : (this.used.get(id) ?? 0) + 100 * amount);
      case 'delete':
        return this.#delete(place);
      case 'deleteMany':
        for (let count = 0; count < 60; count += 1) this.#delete(place);
        return;
      case 'grant':
      case 'own':
        return this.#grant(what === 'own' ? id : null, amount);
      case 'report':
        if (open !== undefined) this.#report(open, place, amount);
        return;
      case 'settle':
        if (open === undefined) return;
        this.#leases.splice(nth, 1);
        return this.#do({ type: 'SettleLease', report: reportOf(open) });
      case 'late':
        this.used.set(id, (this.used.get(id) ?? 0) + amount);
        return this.#do({
          type: 'RecordLateConsumption',
          charge: exampleCharge({ amount: q(amount), tokenId: id }),
          source: source(`late-${this.account.revision}`) as SourceId,
        });
    }
  }

  #limit(id: TokenId, limit: number | null): void {
    const version = (this.#versions.get(id) ?? 0) + 1;
    this.#versions.set(id, version);
    this.#do({ type: 'SetTokenLimit', tokenId: id, limit: limit === null ? null : q(limit), version });
  }

  #delete(place: number): void {
    const id = this.living.get(place);
    if (id !== undefined) this.#do(deletionOf(id));
    this.#make(place);
  }

  #make(place: number): void {
    this.#made += 1;
    const id = tokenId(this.#made);
    this.living.set(place, id);
    for (const { mayName } of this.#leases) mayName.add(id);
  }

  #grant(id: TokenId | null, amount: number): void {
    const leaseId = `lease-${this.account.revision}` as LeaseId;
    const tokenVersion = id === null ? 0 : (this.#versions.get(id) ?? 0);
    const need = q(amount);
    const decision = decide(
      { type: 'GrantLease', leaseId, tillId: till, tokenId: id, tokenVersion, need, want: need },
      this.account,
    );
    if (!decision.ok) return;
    this.#take(decision.events);
    const mayName = new Set(id === null ? this.living.values() : [id]);
    this.#leases.push({ id: leaseId, mayName, consumed: 0, byToken: {} });
  }

  /** Of the oldest token, living or not, that the lease may name and of one that lives. */
  #report(open: OpenLease, place: number, amount: number): void {
    const [oldest] = open.mayName;
    for (const id of [oldest, this.living.get(place)]) {
      if (id === undefined || !open.mayName.has(id)) continue;
      open.consumed += amount;
      open.byToken[String(id)] = (open.byToken[String(id)] ?? 0) + amount;
      this.used.set(id, (this.used.get(id) ?? 0) + amount);
    }
    this.#do({ type: 'CoverLease', report: reportOf(open), amount: q(open.consumed) });
  }

  #do(command: AccountCommand): void {
    const decision = decide(command, this.account);
    if (!decision.ok) throw new Error(decision.refusal.code);
    this.#take(decision.events);
  }

  #take(events: readonly AccountEvent[]): void {
    for (const event of events) {
      this.account = evolve(this.account, event, { revision: this.account.revision + 1, atMs: 0 });
      this.#onEvent(this);
    }
  }
}

const reportOf = ({ id, consumed, byToken }: OpenLease) => ({
  leaseId: id,
  consumed: q(consumed),
  byToken: { ...byToken } as ByToken,
});

/** Order counts where what is forgotten first follows from it. */
const canonical = (account: Account): unknown =>
  account.status === 'missing'
    ? account
    : {
        ...account,
        tokens: new Map([...account.tokens].filter(([, use]) => tellsOfToken(use))),
        deletedTokens: [...account.deletedTokens],
      };

describe('the fold of an account whose tokens come and go', () => {
  it('goes on from a checkpoint at any event as from the beginning', () => {
    const compare = ({ account }: Life): void => {
      if (account.status === 'missing') return;
      const data = JSON.parse(JSON.stringify(checkpointOf(account, 0))) as ReturnType<typeof checkpointOf>;
      expect(canonical(restored(data, { revision: account.revision, atMs: 0 }))).toEqual(canonical(account));
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const life = new Life(compare);
        for (const each of steps) life.play(each);
      }),
      { numRuns: 100 },
    );
  });

  it('holds the use of tokens that live, to the unit, and nothing of deleted ones', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const life = new Life(() => undefined);
        for (const each of steps) life.play(each);
        const { account, living } = life;
        if (account.status === 'missing') throw new Error('missing');
        const alive = new Set(living.values());
        for (const id of account.tokens.keys()) expect(alive).toContain(id);
        for (const id of alive) expect(account.tokens.get(id)?.used ?? 0).toBe(life.used.get(id) ?? 0);
      }),
      { numRuns: 300 },
    );
  });
});
