import type { LoggedFailure } from '@ledgate/projections/queries/log-row';
import type { Language } from '@ledgate/domain/catalogue/language';
import { attributionOther } from '@ledgate/projections/logs/contract-other';

type FailureTexts = {
  readonly told: (status: number, error: string) => string;
  readonly left: string;
  readonly attempt: (channelId: number, status: number, outcome: string) => string;
};

const TEXTS: Readonly<Record<Language, FailureTexts>> = {
  en: {
    told: (status, error) => `Failed with ${status}${error === '' ? '' : ` (${error})`}`,
    left: 'Failed after its caller had left',
    attempt: (channelId, status, outcome) =>
      `channel ${channelId}: ${status === 0 ? 'no answer' : `HTTP ${status}`}${outcome === '' ? '' : `, ${outcome}`}`,
  },
  zh: {
    told: (status, error) => `失败，状态码 ${status}${error === '' ? '' : `（${error}）`}`,
    left: '调用方离开后失败',
    attempt: (channelId, status, outcome) =>
      `渠道 ${channelId}：${status === 0 ? '无应答' : `HTTP ${status}`}${outcome === '' ? '' : `，${outcome}`}`,
  },
};

/** Why a call has failed, as a sentence: what its caller was told; for administrators also what each channel answered. */
export function failureText(
  { status, error, attempts }: LoggedFailure,
  language: Language,
  forAdministrator: boolean,
): string {
  const texts = TEXTS[language];
  const told = status === null ? texts.left : texts.told(status, error ?? '');
  if (!forAdministrator) return told;
  const tried = attempts.map((each) => texts.attempt(each.channelId, each.status, each.error ?? ''));
  return `${told}: ${tried.join('; ')}`;
}

/** What `other` of the row says (docs/billing.md#log-rows), JSON text. */
export const failureOther = (
  { status, error, endUser, attempts }: LoggedFailure,
  tags: string,
  forAdministrator: boolean,
): string =>
  JSON.stringify({
    status_code: status,
    error_code: error,
    ...attributionOther(tags, endUser),
    ...(forAdministrator
      ? {
          admin_info: {
            use_channel: attempts.map(({ channelId }) => String(channelId)),
            attempts: attempts.map((each) => ({
              channel_id: each.channelId,
              status: each.status,
              outcome: each.outcome,
              error: each.error,
            })),
          },
        }
      : {}),
  });
