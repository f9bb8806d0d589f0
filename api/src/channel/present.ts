import { callLimitsShown } from '@ledgate/domain/call-limits/sent-call-limits';
import type { Language } from '@ledgate/domain/catalogue/language';
import { lastTestIn } from '@ledgate/projections/directory/channels/last-test';
import type { ChannelUse } from '@ledgate/projections/queries/balances';
import type { ChannelKeyRow, ChannelRow } from '@ledgate/projections/directory/rows';
import type { Channel, UnpricedModel } from '../contract/channel.ts';
import { testFaultText } from '../messages/test-fault.ts';

/** The channel object of docs/behaviour.md#channels, with its key left empty. */
export const channelAnswer = (
  row: ChannelRow,
  keys: readonly ChannelKeyRow[],
  use: ChannelUse | undefined,
  unpriced: UnpricedModel[],
  language: Language,
): Channel => ({
  id: row.id,
  type: row.type,
  key: '',
  keys: keys.map(({ number, state, reason, stateTime: time }) => ({ number, state, reason, time })),
  openai_organization: row.openaiOrganization,
  test_model: row.testModel,
  status: row.status,
  name: row.name,
  weight: row.weight,
  created_time: row.createdTime,
  test_time: row.testTime,
  response_time: row.responseTimeMs,
  test_passed: row.testPassed,
  last_test: lastTestOf(row, language),
  base_url: row.baseUrl,
  other: row.other,
  balance: row.balanceUsd,
  balance_updated_time: row.balanceUpdatedTime,
  models: row.models,
  unpriced_models: unpriced,
  group: row.group,
  used_quota: use?.usedQuota ?? 0,
  model_mapping: row.modelMapping,
  status_code_mapping: row.statusCodeMapping,
  priority: row.priority,
  auto_ban: row.autoBan,
  other_info: row.otherInfo,
  tag: row.tag,
  setting: row.setting,
  limits: callLimitsShown(row.limits),
});

/** null: it was never tested, or before this was kept. */
function lastTestOf(row: ChannelRow, language: Language): Channel['last_test'] {
  if (row.testTime === 0 || row.testPassed === null) return null;
  const { model, error, code } = lastTestIn(row.lastTest) ?? { model: '', error: '', code: '' };
  return {
    at: row.testTime,
    ok: row.testPassed,
    model,
    ms: row.responseTimeMs,
    error: testFaultText(code, error, language),
  };
}
