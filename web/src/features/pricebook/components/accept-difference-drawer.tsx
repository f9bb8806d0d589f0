import type { ReactElement } from 'react';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { priceNames } from '../../../shared/prices/price-names.ts';
import type { Difference } from '../api/pricebook-api.ts';
import { differenceLines } from '../shown-lines.ts';
import { differenceTexts } from '../difference-texts.ts';
import { AcceptFormDrawer } from './accept-form-drawer.tsx';

/** The form of one difference that is accepted. */
export function AcceptDifferenceDrawer({
  difference,
  onClose,
}: {
  readonly difference: Difference;
  readonly onClose: () => void;
}): ReactElement {
  const own = useOwnTexts(differenceTexts);
  const names = priceNames[useLanguage()];
  const { model, theirs, change } = difference;
  const goneAbout = change.builtIn === undefined ? own.acceptGoneAbout : own.acceptGoneWholeAbout;
  return (
    <AcceptFormDrawer
      title={own.acceptTitle(model)}
      about={theirs === null ? goneAbout : own.acceptAbout}
      save={own.accept}
      model={model}
      lines={differenceLines(difference, own, names)}
      changes={change}
      onClose={onClose}
    />
  );
}
