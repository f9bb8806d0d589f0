import { loadAccount } from '../../account/account-stream.ts';
import { tellsOfToken } from '../../account/checkpoint.ts';
import { type AccountEvent, accountStream } from '../../account/events.ts';
import { fold } from '../../account/evolve.ts';
import type { Account, ExistingAccount } from '../../account/state.ts';
import { takesAway } from '../../account/takes-away.ts';
import { decode } from '../../events/codec.ts';
import { type EventStore, type Revision, START } from '../../ports/event-store.ts';
import { postings, totals } from '../../postings/postings.ts';
import { wallet } from '../../postings/chart.ts';
import type { UserId } from '../../shared/ids.ts';
import type { World } from './world.ts';

/** What a schedule leaves behind. */
type AtRest = Pick<World, 'truth' | 'tokens' | 'outbox' | 'fault'> & { readonly ledger: EventStore };

/** What must be true when everything has come to rest. Failures go to the model's books. */
export async function checkAtRest(world: AtRest): Promise<void> {
  const { truth, ledger } = world;
  const recorded = await ledger.readAll(START, 1_000_000);
  const balances = totals(recorded.flatMap((event) => postings(decode(event))));
  for (const accountId of truth.wallets.keys())
    await checkAccount(world, accountId, balances.get(wallet(accountId)) ?? 0);
  if ([...balances.values()].reduce((sum: number, amount) => sum + amount, 0) !== 0)
    truth.fail('the trial balance is not zero');
  checkRequests(world);
  checkOutbox(world);
  for (const { codeId, accountId } of truth.claims) {
    const credits = truth.sources.get(`${accountId}/redemption-${codeId}`) ?? 0;
    if (credits !== 1) truth.fail(`code ${codeId} was credited ${credits} times`);
  }
}

async function checkAccount(world: AtRest, accountId: UserId, posted: number): Promise<void> {
  const { truth, ledger } = world;
  const account = await loadAccount(ledger, accountId);
  if (account.status === 'missing') return truth.fail(`account ${accountId} is missing`);
  if (account.leases.size > 0)
    truth.fail(`account ${accountId} has open leases: ${[...account.leases.keys()].join(', ')}`);
  await checkWholeFold(world, account);
  const balance = account.credits - account.settled - account.late;
  const expected = truth.wallet(accountId).rest;
  if (balance !== expected)
    truth.fail(`account ${accountId} folds to ${balance}, credits less consumption are ${expected}`);
  if (posted !== expected)
    truth.fail(`account ${accountId} has ${posted} by its postings, credits less consumption are ${expected}`);
  for (const token of world.tokens.values()) {
    if (token.accountId !== accountId) continue;
    const use = account.tokens.get(token.tokenId);
    if (token.deleted) {
      if (use !== undefined) truth.fail(`deleted token ${token.tokenId} stands in the fold`);
      continue;
    }
    if ((use?.used ?? 0) !== truth.token(token.tokenId).used)
      truth.fail(`token ${token.tokenId} folds to ${use?.used} used, charges are ${truth.token(token.tokenId).used}`);
    if (account.status === 'open' && (use?.version ?? 0) !== token.limitVersion)
      truth.fail(`token ${token.tokenId} is at version ${use?.version}, the directory at ${token.limitVersion}`);
    if (account.status === 'open' && (use?.limit ?? null) !== token.limit)
      truth.fail(`token ${token.tokenId} may use ${use?.limit}, the directory says ${token.limit}`);
  }
}

/** From the last checkpoint on the account is what it is from the beginning on; only sources may be left out. */
async function checkWholeFold({ truth, ledger }: AtRest, account: ExistingAccount): Promise<void> {
  const events = await ledger.readStream(accountStream(account.userId), 0 as Revision, 1_000_000);
  const whole = fold(
    events.map((recorded) => {
      const { event, revision, occurredAtMs, recordedAtMs } = decode<AccountEvent>(recorded);
      return { event, placed: { revision, atMs: occurredAtMs, recordedAtMs } };
    }),
  );
  const [known, seen] = [whole, account].map(told);
  if (known !== seen) truth.fail(`account ${account.userId} folds to ${known}, from its checkpoint to ${seen}`);
}

const told = (account: Account): string => {
  if (account.status === 'missing') return account.status;
  const { revision, tokens, deletedTokens, leases, credits, settled, late, earnings } = account;
  const uses = [...tokens.values()].filter(tellsOfToken).sort((one, other) => one.tokenId - other.tokenId);
  return JSON.stringify([revision, credits, settled, late, earnings, uses, [...deletedTokens], [...leases.values()]]);
};

/** What the directory owed stands in the ledger, and what took something away was recalled afterwards, from every relay that was alive. */
function checkOutbox({ truth, outbox }: AtRest): void {
  for (const { accountId, command, source, done, recalled } of outbox) {
    if (!done) truth.fail(`${command.type} of account ${accountId} is still owed`);
    if (source !== undefined && (truth.sources.get(`${accountId}/${source}`) ?? 0) === 0)
      truth.fail(`${source} is not in the ledger`);
    if (takesAway(command) && !recalled)
      truth.fail(
        `${command.type} of account ${accountId} was never followed by a recall that every live relay answered`,
      );
  }
}

function checkRequests({ truth, fault }: AtRest): void {
  for (const { requestId, status, charged, actual, ends, lates, started } of truth.requests.values()) {
    const expected = status === 'delivered' ? [actual] : status === 'running' ? undefined : [0];
    if (expected !== undefined && !expected.includes(charged))
      truth.fail(`request ${requestId} was ${status} and charged ${charged} in place of ${expected[0]}`);
    if (lates > 0 && ends > 0) truth.fail(`request ${requestId} is in a till and late`);
    if (started && ends !== 1 && fault !== 'no_fence')
      truth.fail(`request ${requestId} was started and has ${ends} ends in its till`);
  }
}
