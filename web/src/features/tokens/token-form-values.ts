import { bytesAtMost } from '@ledgate/api/contract/fields';
import { tokenRoutes } from '@ledgate/api/contract/token';
import { TOKEN_NAME_BYTES_MAX, TOKEN_SUFFIX_CHARACTERS, TOKENS_AT_ONCE_MAX } from '@ledgate/domain/catalogue/limits';
import { hasExpired, TOKEN_NEVER_EXPIRES } from '@ledgate/domain/catalogue/token-expiry';
import { z } from 'zod';
import {
  callLimitsBody,
  callLimitShape,
  callLimitValues,
  type CallLimitValues,
} from '../../shared/form/call-limits.ts';
import { joined, stated, typedAmount, typedNames, typedText, typedWhole } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import { amountText, type MoneyUnit } from '../../shared/money/quota-format.ts';
import { formatTime, fromLocalInput } from '../../shared/time/time-format.ts';
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
} & CallLimitValues;

export const NEW_TOKEN_QUOTA = 500_000;

export const tokenValues = (token: Token | undefined, unit: MoneyUnit): TokenValues =>
  token
    ? {
        name: token.name,
        group: token.group,
        unlimited: token.unlimited_quota,
        remain: amountText(Math.max(0, token.remain_quota), unit),
        expiry: token.expired_time === TOKEN_NEVER_EXPIRES ? '' : formatTime(token.expired_time),
        limitModels: token.model_limits_enabled,
        models: token.model_limits.split(',').filter((model) => model !== ''),
        addresses: token.allow_ips,
        count: '1',
        ...callLimitValues(token.limits),
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
        ...callLimitValues(undefined),
      };

const { shape } = tokenRoutes.create.body;

/** A local date and time as unix seconds, '' means never: one to come, or the one that it had. */
const typedExpiry = (before: number | undefined, nowS: number, t: Texts) =>
  typedText.transform((text, context) => {
    const seconds = text === '' ? TOKEN_NEVER_EXPIRES : fromLocalInput(text.replace(' ', 'T'));
    const isOver = seconds !== undefined && seconds !== before && hasExpired(seconds, nowS);
    if (seconds !== undefined && !isOver) return seconds;
    context.addIssue({
      code: 'custom',
      message: isOver ? t.tokens.expiryPast(formatTime(nowS)) : t.tokens.expiryWrong,
    });
    return z.NEVER;
  });

/**
 * A token as it is typed (docs/console.md#forms); `body` is what is sent of each of `count`. What is left is asked for only of a token with a limit,
 * and left out where it is as it was, so that nothing is overwritten. `nowS`: Unix seconds.
 */
export function tokenForm(values: TokenValues, unit: MoneyUnit, before: Token | undefined, t: Texts, nowS: number) {
  const suffix = Number(values.count) > 1 ? TOKEN_SUFFIX_CHARACTERS + 1 : 0;
  const models = values.limitModels ? typedNames.refine(isAny, { error: t.tokens.modelsMissing }) : typedNames;
  return z
    .object({
      name: typedText.pipe(bytesAtMost(TOKEN_NAME_BYTES_MAX - suffix)).pipe(shape.name),
      group: z.string().pipe(stated(shape.group)),
      unlimited: z.boolean(),
      remain: values.unlimited
        ? z.string().transform(() => undefined)
        : typedAmount(unit, t, stated(shape.remain_quota)),
      expiry: typedExpiry(before?.expired_time, nowS, t).pipe(stated(shape.expired_time)),
      limitModels: z.boolean(),
      models: models.transform(joined).pipe(stated(shape.model_limits)),
      addresses: typedText.pipe(stated(shape.allow_ips)),
      ...callLimitShape(t),
      count: typedWhole(1, TOKENS_AT_ONCE_MAX, t.form.countBetween(1, TOKENS_AT_ONCE_MAX)),
    })
    .transform(({ count, remain, ...typed }) => {
      const isSame = before !== undefined && !before.unlimited_quota && remain === before.remain_quota;
      const body: NewToken = {
        name: typed.name,
        group: typed.group,
        unlimited_quota: typed.unlimited,
        ...(remain === undefined || isSame ? {} : { remain_quota: remain }),
        expired_time: typed.expiry,
        model_limits_enabled: typed.limitModels,
        model_limits: typed.models,
        allow_ips: typed.addresses,
        ...callLimitsBody(typed, before?.limits),
      };
      return { body, count };
    });
}

const isAny = (names: readonly string[]): boolean => names.length > 0;
