import { Button, chakra, Dialog, Text } from '@chakra-ui/react';
import { BIG_CHANGES_SHOWN_MAX } from '@ledgate/domain/catalogue/limits';
import type { BigChangeOfBook } from '@ledgate/domain/pricebook/big-changes';
import { useState, type ReactElement } from 'react';
import { useLanguage, useOwnTexts, useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { DialogFrame } from '../ui/dialogs.tsx';
import { bigChangeTexts } from './big-change-texts.ts';
import { dollarText } from './dollars.ts';
import { priceNames } from './price-names.ts';

type Asked = {
  /** Whose prices change where that is one model's. */
  readonly model?: string | undefined;
  readonly changes: readonly BigChangeOfBook[];
  /** Of all changes, where these are the first of more. */
  readonly total?: number;
};

type Question = {
  /** True at once where nothing changes by more than half; false where the person thinks better of it. */
  readonly ask: (asked: Asked) => Promise<boolean>;
  /** What asks; to be shown. */
  readonly question: ReactElement | null;
};

type Open = Asked & { readonly answer: (isWanted: boolean) => void };

/** Asks before prices that change by more than half are published, with both figures of each (docs/console.md#price-book). */
export function useBigChangeQuestion(): Question {
  const [open, setOpen] = useState<Open>();
  const ask: Question['ask'] = (asked) =>
    asked.changes.length === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          setOpen({
            ...asked,
            answer: (isWanted) => {
              setOpen(undefined);
              resolve(isWanted);
            },
          });
        });
  return { ask, question: open ? <BigChangeQuestion {...open} /> : null };
}

function BigChangeQuestion({ model, changes, total = changes.length, answer }: Open): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(bigChangeTexts);
  const names = priceNames[useLanguage()];
  const shown = changes.slice(0, BIG_CHANGES_SHOWN_MAX);
  const figure = ({ what }: BigChangeOfBook, text: string | null): string => {
    if (text === null) return own.nothing;
    return what === 'groupRatio' || what === 'quotaPerUnit' ? text : dollarText(text);
  };
  const whatText = ({ what, name, above, of }: BigChangeOfBook): string => {
    const said = what === 'groupRatio' || what === 'quotaPerUnit' ? own[what] : names[what];
    const part = above === undefined ? said : own.above(said, formatCount(above));
    return [...(name === undefined ? [] : [name]), part, ...(of === undefined ? [] : [of])].join(' · ');
  };
  return (
    <DialogFrame
      title={model === undefined ? own.title : own.titleOf(model)}
      onClose={() => answer(false)}
      role="alertdialog"
    >
      <Dialog.Body>
        <Text color="fg.muted" mb="3">
          {own.about}
        </Text>
        <chakra.table
          aria-label={own.about}
          width="full"
          fontSize="13px"
          css={{ '& td': { py: '1', verticalAlign: 'baseline' }, '& td:last-of-type': { textAlign: 'end', ps: '3' } }}
        >
          <tbody>
            {shown.map((change) => (
              <tr key={`${change.name ?? ''} ${change.above ?? ''} ${change.of ?? ''} ${change.what}`}>
                <chakra.td overflowWrap="anywhere">{whatText(change)}</chakra.td>
                <chakra.td fontVariantNumeric="tabular-nums" whiteSpace="nowrap" fontWeight="500">
                  {own.figure(figure(change, change.before), figure(change, change.after))}
                </chakra.td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
        {total > shown.length ? (
          <Text color="fg.muted" fontSize="13px" mt="2">
            {own.more(formatCount(total - shown.length))}
          </Text>
        ) : null}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={() => answer(false)}>
          {t.common.cancel}
        </Button>
        <Button variant="solid" colorPalette="danger" onClick={() => answer(true)}>
          {own.confirm}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
