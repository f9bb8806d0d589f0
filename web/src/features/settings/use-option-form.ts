import type { ShownOptionKey } from '@ledgate/domain/options/registry';
import { isPriceOption } from '@ledgate/domain/pricebook/options';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../shared/api/base-api.ts';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../shared/i18n/text.tsx';
import { useBigChangeQuestion } from '../../shared/prices/big-change-question.tsx';
import { useBigChangesMutation } from '../../shared/prices/big-changes-api.ts';
import { errorText } from '../../shared/ui/error-text.ts';
import { tellNotice, tellSuccess } from '../../shared/ui/toaster.tsx';
import type { Form } from '../../shared/ui/use-form.ts';
import { useSetOptionMutation, type Options } from './api/settings-api.ts';
import { type OptionField, optionForm, type OptionTexts, optionTexts } from './option-groups.ts';
import { settingsTexts } from './texts.ts';
import { useReadings } from './use-readings.ts';

/** What the price options are a view of, and what is sold by it. */
const PRICES_TAGS = ['PriceBook', 'Models'] as const;

/** What may keep people out, or everybody from changing anything. */
const ASKED = [
  ['PasswordLoginEnabled', 'false'],
  ['TurnstileCheckEnabled', 'true'],
  ['DemoSiteEnabled', 'true'],
] as const;

/** Asked before one of them is saved; answered once. */
type Question = { readonly of: (typeof ASKED)[number][0]; readonly answer: (isSure: boolean) => void };

/**
 * Some options in a form: each changed one is saved by a call of its own, and one that is refused stays as typed, with the reason at its field.
 * What others save meanwhile is shown where nothing has been typed.
 */
export function useOptionForm(
  fields: readonly OptionField[],
  options: Options,
): {
  readonly form: Form<OptionTexts>;
  readonly question: Question | undefined;
  /** What asks about prices that change by more than half; to be shown. */
  readonly bigChanges: ReactElement | null;
} {
  const t = useTexts();
  const own = useOwnTexts(settingsTexts);
  const dispatch = useDispatch();
  const [setOption] = useSetOptionMutation();
  const [weigh] = useBigChangesMutation();
  const { ask, question: bigChanges } = useBigChangeQuestion();
  const readings = useReadings();
  const [question, setQuestion] = useState<Question>();
  const kept = useMemo(() => optionTexts(fields, options), [fields, options]);
  const isSure = (of: Question['of']): Promise<boolean> =>
    new Promise<boolean>((resolve) => setQuestion({ of, answer: resolve })).finally(() => setQuestion(undefined));
  const form = useContractForm<OptionTexts, OptionTexts>({
    initial: kept,
    schema: (typed) =>
      optionForm(fields, kept, typed, {
        needs: options['ServerAddress'] ? {} : { PayAddress: own.serverAddressFirst },
        faults: own.faults,
      }),
    submit: async (changed, refuse) => {
      const entries = Object.entries(changed) as [ShownOptionKey, string][];
      if (entries.length === 0) return tellNotice(t.settings.unchanged);
      for (const [key, value] of ASKED) if (changed[key] === value && !(await isSure(key))) return;
      const prices = entries.filter(([key]) => isPriceOption(key));
      if (prices.length > 0) {
        const weighed = await weigh({ options: Object.fromEntries(prices) });
        if (weighed.error !== undefined) {
          for (const [key] of prices) refuse(key, errorText(weighed.error, t));
          return;
        }
        const balances = await readings(changed.QuotaPerUnit);
        if (balances === 'failed') return refuse('QuotaPerUnit', own.balancesUnseen);
        if (!(await ask({ changes: weighed.data.items, total: weighed.data.total, balances }))) return;
      }
      const save = (some: readonly (readonly [ShownOptionKey, string])[]) =>
        Promise.all(some.map(async ([key, value]) => ({ key, error: (await setOption({ key, value })).error })));
      // On a demo site nothing else can be saved; and what is switched on may need what is saved with it.
      const isDemo = (value: string) => (entry: readonly [string, string]) =>
        entry[0] === 'DemoSiteEnabled' && entry[1] === value;
      const isLast = ([key, value]: readonly [string, string]): boolean =>
        value === 'true' && fields.some((field) => field.key === key && field.row.kind === 'switch');
      const turns = [
        entries.filter(isDemo('false')),
        entries.filter((entry) => !isDemo('false')(entry) && !isLast(entry)),
        entries.filter((entry) => isLast(entry) && !isDemo('true')(entry)),
        entries.filter(isDemo('true')),
      ];
      const answers: Awaited<ReturnType<typeof save>>[number][] = [];
      for (const turn of turns) answers.push(...(await save(turn)));
      const refused = answers.filter(({ error }) => error !== undefined);
      form.settle(Object.fromEntries(answers.flatMap(({ key, error }) => (error ? [] : [[key, form.values[key]]]))));
      for (const { key, error } of refused) refuse(key, errorText(error, t));
      if (refused.length === 0) tellSuccess(t.settings.saved);
      dispatch(baseApi.util.invalidateTags(['Option', 'Status', ...(prices.length > 0 ? PRICES_TAGS : [])]));
    },
  });
  useFollowed(form, kept);
  return { form, question, bigChanges };
}

/** Shows what is kept as soon as it changes, but where something else has been typed. */
function useFollowed({ values, set, settle }: Form<OptionTexts>, kept: OptionTexts): void {
  const last = useRef(kept);
  useEffect(() => {
    const before = last.current;
    last.current = kept;
    const changed = (Object.entries(kept) as [ShownOptionKey, string][]).filter(([key, text]) => text !== before[key]);
    if (changed.length > 0) settle(Object.fromEntries(changed));
    for (const [key, text] of changed) if (values[key] === before[key]) set(key, text);
  });
}
