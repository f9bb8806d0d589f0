import { describe, expect, it } from '@jest/globals';
import type { AuditTargetType } from '@ledgate/domain/catalogue/audit';
import { auditTexts } from './texts.ts';
import { targetCalled, targetPlace } from './target-place.ts';

const target = (target_type: AuditTargetType, target_id: string, target_name = '', target_user_id = 0) => ({
  target_type,
  target_id,
  target_name,
  target_user_id,
});
const texts = auditTexts.en;

describe('the target of a record', () => {
  it.each([
    [target('user', '7', 'ada', 7), 'ada', '/user/7'],
    [target('token', '12', 'production', 7), 'production', '/user/7'],
    [target('token', '12'), '#12', undefined],
    [target('channel', '3', 'OpenAI'), 'OpenAI', '/channel/edit/3'],
    [target('redemption', '4', 'a&b'), 'a&b', '/redemption?q=a%26b'],
    [target('redemption', '4'), '#4', undefined],
    [target('option', 'RetryTimes'), 'RetryTimes', '/setting?tab=operation'],
    [target('option', 'ModelRatio'), 'ModelRatio', '/setting?tab=pricing'],
    [target('option', 'EpayKey'), 'EpayKey', '/setting?tab=system'],
    [target('pricebook', '7'), '7', '/pricebook?tab=history&open=7'],
    [target('pricebook', 'gpt-5'), 'gpt-5', '/pricebook?tab=differences'],
    [target('finance', 'USR2NO1'), 'USR2NO1', '/orders?number=USR2NO1&open=USR2NO1'],
    [target('finance', 'seal'), 'seal', '/seals'],
    [target('finance', 'export-0b9c3f6e'), 'export-0b9c3f6e', '/exports'],
    [target('finance', 'period-7'), 'period-7', '/periods'],
  ] as const)('%j is called %s and leads to %s', (what, name, place) => {
    expect([targetCalled(what, texts), targetPlace(what)]).toEqual([
      { kind: texts.types[what.target_type], name },
      place,
    ]);
  });

  it.each([
    ['channel_tests', 'Test of all channels', '/channel'],
    ['channel_balances', 'Balances of all channels', '/channel'],
    ['master_key', 'Master key', undefined],
    ['end_user_key', 'Key for end users', undefined],
  ])('that is no option is called what it is: %s', (id, name, place) => {
    const what = target('option', id);
    expect([targetCalled(what, texts), targetPlace(what)]).toEqual([{ kind: '', name }, place]);
  });

  it('is for a cleaned log the time up to which it was', () => {
    expect(targetCalled(target('log', '1790000000'), texts).name).toMatch(/^before 2026-09-2\d /);
  });
});
