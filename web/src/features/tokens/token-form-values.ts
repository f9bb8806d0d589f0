import { TOKEN_NAME_BYTES_MAX } from '@ledgate/domain/catalogue/limits';
import type { Texts } from '../../shared/i18n/text.tsx';
import { amountText, parseAmount, type MoneyUnit } from '../../shared/money/quota-format.ts';
import { formatTime, fromLocalInput } from '../../shared/time/time-format.ts';
import type { FieldErrors } from '../../shared/ui/use-form.ts';
import type { NewToken, Token } from './api/tokens-api.ts';

export type TokenValues = {
  readonly name: string;
  readonly group: string;
  readonly unlimited: boolean;
  /** As typed, in the operator's unit. */
  readonly remain: string;
  /** A local date and time as text; '' means never. */
  readonly expiry: string;
  readonly limitModels: boolean;
  readonly models: readonly string[];
  readonly addresses: string;
  readonly count: string;
};

export const NEW_TOKEN_QUOTA = 500_000;
export const COUNT_MAX = 100;
const SUFFIX_CHARACTERS = 6;
const NEVER = -1;

export const tokenValues = (token: Token | undefined, unit: MoneyUnit): TokenValues =>
  token
    ? {
        name: token.name,
        group: token.group,
        unlimited: token.unlimited_quota,
        remain: amountText(Math.max(0, token.remain_quota), unit),
        expiry: token.expired_time === NEVER ? '' : formatTime(token.expired_time),
        limitModels: token.model_limits_enabled,
        models: token.model_limits.split(',').filter((model) => model !== ''),
        addresses: token.allow_ips,
        count: '1',
      }
    : {
        name: '',
        group: '',
        unlimited: false,
        remain: amountText(NEW_TOKEN_QUOTA, unit),
        expiry: '',
        limitModels: false,
        models: [],
        addresses: '',
        count: '1',
      };

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** The rules of docs/console.md#forms and docs/behaviour.md#tokens. */
export function checkToken(values: TokenValues, unit: MoneyUnit, t: Texts): FieldErrors<TokenValues> {
  const count = Number(values.count);
  const several = count > 1 ? SUFFIX_CHARACTERS + 1 : 0;
  const remain = parseAmount(values.remain, unit);
  return {
    name:
      values.name.trim() === ''
        ? t.form.required
        : bytes(values.name.trim()) + several > TOKEN_NAME_BYTES_MAX
          ? t.form.bytesMax(TOKEN_NAME_BYTES_MAX - several)
          : undefined,
    remain: values.unlimited
      ? undefined
      : remain === undefined
        ? t.form.amount
        : remain < 0
          ? t.form.numberMin(0)
          : undefined,
    expiry:
      values.expiry.trim() === '' || fromLocalInput(values.expiry.trim().replace(' ', 'T')) !== undefined
        ? undefined
        : t.tokens.expiryWrong,
    models: values.limitModels && values.models.length === 0 ? t.tokens.modelsMissing : undefined,
    count: Number.isInteger(count) && count >= 1 && count <= COUNT_MAX ? undefined : t.form.countBetween(1, COUNT_MAX),
  };
}

/** What is sent; `remain_quota` is left out where it is not asked for or was not changed, so that nothing is overwritten. */
export function tokenBody(values: TokenValues, unit: MoneyUnit, before: Token | undefined): NewToken {
  const remain = values.unlimited ? undefined : parseAmount(values.remain, unit);
  const same = before !== undefined && !before.unlimited_quota && remain === before.remain_quota;
  return {
    name: values.name.trim(),
    group: values.group,
    unlimited_quota: values.unlimited,
    ...(remain === undefined || same ? {} : { remain_quota: remain }),
    expired_time:
      values.expiry.trim() === '' ? NEVER : (fromLocalInput(values.expiry.trim().replace(' ', 'T')) ?? NEVER),
    model_limits_enabled: values.limitModels,
    model_limits: values.models.join(','),
    allow_ips: values.addresses.trim(),
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Names for a batch: each further token gets a dash and six random letters or digits (docs/console.md#forms). */
export const batchNames = (name: string, count: number, random: () => number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    index === 0
      ? name
      : `${name}-${Array.from({ length: SUFFIX_CHARACTERS }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`,
  );
