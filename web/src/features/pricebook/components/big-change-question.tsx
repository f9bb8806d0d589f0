import { Button, chakra, Dialog, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { priceNames } from '../../../shared/prices/price-names.ts';
import { DialogFrame } from '../../../shared/ui/dialogs.tsx';
import type { BigChange } from '../big-changes.ts';
import { dollarText } from '../dollars.ts';
import { pricebookTexts } from '../texts.ts';

type Asked = {
  readonly model: string;
  readonly changes: readonly BigChange[];
  readonly answer: (isWanted: boolean) => void;
};

type Question = {
  /** True at once where nothing changes by more than half; false where the person thinks better of it. */
  readonly ask: (model: string, changes: readonly BigChange[]) => Promise<boolean>;
  /** What asks; to be shown. */
  readonly question: ReactElement | null;
};

/** Asks before prices that change by more than half are published, with both figures of each (docs/console.md#price-book). */
export function useBigChangeQuestion(): Question {
  const [asked, setAsked] = useState<Asked>();
  const ask: Question['ask'] = (model, changes) =>
    changes.length === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          setAsked({
            model,
            changes,
            answer: (isWanted) => {
              setAsked(undefined);
              resolve(isWanted);
            },
          });
        });
  return { ask, question: asked ? <BigChangeQuestion {...asked} /> : null };
}

function BigChangeQuestion({ model, changes, answer }: Asked): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(pricebookTexts);
  const names = priceNames[useLanguage()];
  const shown = (price: string | null): string => (price === null ? own.nothing : dollarText(price));
  return (
    <DialogFrame title={own.bigTitle(model)} onClose={() => answer(false)} role="alertdialog">
      <Dialog.Body>
        <Text color="fg.muted" mb="3">
          {own.bigAbout}
        </Text>
        <chakra.table
          aria-label={own.bigAbout}
          width="full"
          fontSize="13px"
          css={{ '& td': { py: '1', verticalAlign: 'baseline' }, '& td:last-of-type': { textAlign: 'end', ps: '3' } }}
        >
          <tbody>
            {changes.map(({ what, above, of, before, after }) => (
              <tr key={`${above ?? ''} ${of ?? ''} ${what}`}>
                <td>
                  {above === undefined ? names[what] : own.bigAbove(names[what], formatCount(above))}
                  {of === undefined ? null : ` · ${of}`}
                </td>
                <chakra.td fontVariantNumeric="tabular-nums" whiteSpace="nowrap" fontWeight="500">
                  {own.bigFigure(shown(before), shown(after))}
                </chakra.td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={() => answer(false)}>
          {t.common.cancel}
        </Button>
        <Button variant="solid" colorPalette="danger" onClick={() => answer(true)}>
          {own.bigConfirm}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
