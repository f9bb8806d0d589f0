import { BIG_CHANGES_SHOWN_MAX } from '@ledgate/domain/catalogue/limits';
import type { BigChangeOfBook } from '@ledgate/domain/pricebook/big-changes';
import type { ReactElement } from 'react';
import { useLanguage, useOwnTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { type Question, useQuestion } from '../ui/question.tsx';
import { bigChangeTexts } from './big-change-texts.ts';
import { dollarText } from './dollars.ts';
import { priceNames } from './price-names.ts';

/** A balance as it reads before and after another number of units a dollar. */
type Reading = { readonly what: string; readonly before: string; readonly after: string };

type Asked = {
  /** Whose prices change, where that is one model's: a change of one may change others by what it takes out. */
  readonly model?: string | undefined;
  readonly changes: readonly BigChangeOfBook[];
  /** Of all changes, where these are the first of more. */
  readonly total?: number;
  /** Where the units of a dollar change, by however much: balances that read otherwise from then on. */
  readonly balances?: readonly Reading[] | undefined;
};

type BigChangeQuestion = {
  /** True at once where nothing changes by more than half and no balance reads otherwise; false where the person thinks better of it. */
  readonly ask: (asked: Asked) => Promise<boolean>;
  /** What asks; to be shown. */
  readonly question: ReactElement | null;
};

/** Asks before prices that change by more than half are published, with both figures of each (docs/console.md#price-book). */
export function useBigChangeQuestion(): BigChangeQuestion {
  const own = useOwnTexts(bigChangeTexts);
  const names = priceNames[useLanguage()];
  const { ask, question } = useQuestion();
  const figure = ({ what }: BigChangeOfBook, text: string | null): string => {
    if (text === null) return own.nothing;
    return what === 'groupRatio' || what === 'quotaPerUnit' ? text : dollarText(text);
  };
  const whatText = ({ what, name, above, of }: BigChangeOfBook, model: string | undefined): string => {
    const said = what === 'groupRatio' || what === 'quotaPerUnit' ? own[what] : names[what];
    const part = above === undefined ? said : own.above(said, formatCount(above));
    return [...(name === undefined || name === model ? [] : [name]), part, ...(of === undefined ? [] : [of])].join(
      ' · ',
    );
  };
  const bigPart = ({ model, changes, total = changes.length }: Asked): Question['parts'][number] => {
    const shown = changes.slice(0, BIG_CHANGES_SHOWN_MAX);
    return {
      about: own.about,
      lines: shown.map((change) => ({
        what: whatText(change, model),
        before: figure(change, change.before),
        after: figure(change, change.after),
      })),
      more: total > shown.length ? own.more(formatCount(total - shown.length)) : undefined,
    };
  };
  return {
    question,
    ask: async (asked) => {
      const { changes, balances } = asked;
      const model = changes.every(({ name }) => name === asked.model) ? asked.model : undefined;
      const parts = [
        ...(changes.length === 0 ? [] : [bigPart({ ...asked, model })]),
        ...(balances === undefined ? [] : [{ about: own.balancesAbout, lines: balances }]),
      ];
      if (parts.length === 0) return true;
      const title = model === undefined ? own.title : own.titleOf(model);
      return ask(
        changes.length === 0
          ? { title: own.unitsTitle, parts, confirm: own.unitsConfirm }
          : { title, parts, confirm: own.confirm },
      );
    },
  };
}
