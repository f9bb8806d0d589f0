import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenId, userId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { closeSettled } from '../testing/close-settled.ts';
import { tokenView } from '../testing/fake-relay-view.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const PATHS = ['/v1/dashboard/billing', '/dashboard/billing'];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.quotas.tokens.set(tokenId(11), { given: quota(1_000_000), used: quota(5_000) });
  relay.quotas.users.set(userId(1), { given: quota(3_000_000), used: quota(250_000) });
  relay.view.tokens.set('key', tokenView({ unlimited: false, expiredTime: 2_000_000_000 }));
});
afterEach(() => closeSettled(relay));

const told = async (path: string, key = 'key') => {
  const { status, text } = await relay.call({ path, method: 'GET', key });
  return { status, json: JSON.parse(text) as unknown };
};

describe.each(PATHS)('%s', (prefix) => {
  it('tells the limit of a token and its use, in dollars and hundredths of them', async () => {
    expect(await told(`${prefix}/subscription`)).toEqual({
      status: 200,
      json: {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: 2,
        hard_limit_usd: 2,
        system_hard_limit_usd: 2,
        access_until: 2_000_000_000,
      },
    });
    expect(await told(`${prefix}/usage?start_date=2020-01-01&end_date=2030-01-01`)).toEqual({
      status: 200,
      json: { object: 'list', total_usage: 1 },
    });
  });

  it('says a large number of a token without limit, and never when it never expires', async () => {
    relay.view.tokens.set('key', tokenView({ unlimited: true }));
    expect((await told(`${prefix}/subscription`)).json).toMatchObject({
      hard_limit_usd: 100_000_000,
      access_until: 0,
    });
  });

  it('tells what is the user where tokens are not told of, and quota where no currency is shown', async () => {
    relay.view.options = { ...relay.view.options, DisplayTokenStatEnabled: false };
    expect((await told(`${prefix}/subscription`)).json).toMatchObject({ hard_limit_usd: 6, access_until: 0 });
    expect((await told(`${prefix}/usage`)).json).toEqual({ object: 'list', total_usage: 50 });
    relay.view.options = { ...relay.view.options, DisplayTokenStatEnabled: true, DisplayInCurrencyEnabled: false };
    expect((await told(`${prefix}/subscription`)).json).toMatchObject({ hard_limit_usd: 1_000_000 });
    expect((await told(`${prefix}/usage`)).json).toEqual({ object: 'list', total_usage: 500_000 });
  });

  it('is for who may call, and says so where nobody can tell', async () => {
    expect((await told(`${prefix}/usage`, 'other')).status).toBe(401);
    relay.view.tokens.set('key', tokenView({ user: { status: 2 } }));
    expect((await told(`${prefix}/subscription`)).status).toBe(403);
    relay.view.tokens.set('key', tokenView({ tokenId: tokenId(99) }));
    expect(await told(`${prefix}/subscription`)).toMatchObject({
      status: 503,
      json: { error: { code: 'service_unavailable' } },
    });
    expect((await told(`${prefix}/credit_grants`)).status).toBe(404);
  });
});
