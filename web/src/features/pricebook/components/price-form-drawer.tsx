import { chakra, Grid, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { PRICE_SOURCES } from '@ledgate/domain/pricebook/kinds';
import { toApiError } from '../../../shared/api/api-error.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { PRICE_ORDER, type PriceName, priceNames } from '../../../shared/prices/price-names.ts';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { unitBeside } from '../../../shared/ui/unit-beside.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import type { Form } from '../../../shared/ui/use-form.ts';
import { type PricedModel, type Terms, usePublishChangeMutation } from '../api/pricebook-api.ts';
import { dollarText } from '../../../shared/prices/dollars.ts';
import { refusedField } from '../model-changes.ts';
import { NAMES_OF, priceForm, priceValues, type PriceValues } from '../price-form.ts';
import { pricebookTexts } from '../texts.ts';
import { useBigChangeQuestion } from '../../../shared/prices/big-change-question.tsx';
import { useBigChangesMutation } from '../../../shared/prices/big-changes-api.ts';
import { ChangeFields } from './change-fields.tsx';

/** Asked for of every model that has tokens. */
const USUAL: readonly PriceName[] = ['input', 'output', 'cachedRead', 'cachedWrite'];

type PriceDrawerProps = {
  readonly row: PricedModel;
  readonly quotaPerUnit: string;
  readonly onClose: () => void;
};

/** A model's price in dollars, however the book says it; with a reason, and from when on it holds. */
export function PriceFormDrawer({ row, quotaPerUnit, onClose }: PriceDrawerProps): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const [publish] = usePublishChangeMutation();
  const [weigh] = useBigChangesMutation();
  const { ask, question } = useBigChangeQuestion();
  const form = useContractForm({
    initial: priceValues(row),
    schema: (typed) => priceForm(typed, row, quotaPerUnit, own),
    submit: async ({ changes, reason, startsAt }, refuse) => {
      const change = { changes, starts_at: startsAt };
      try {
        // The server knows the book that is changed: that which will hold when the change starts.
        const { items, total } = await weigh(change).unwrap();
        if (!(await ask({ model: row.model, changes: items, total }))) return;
        const { version } = await publish({ ...change, reason }).unwrap();
        tellSuccess(own.published(version));
        onClose();
      } catch (error) {
        const { kind, message } = toApiError(error);
        const field = kind === 'refused' ? refusedField(message, row.model) : undefined;
        if (field === undefined) throw error;
        refuse(field === 'starts_at' ? 'startsAt' : field, message);
      }
    },
  });
  const { values, errors, set } = form;
  const isListedToo = row.catalogue !== null && row.entries.length > 0;
  const sources = PRICE_SOURCES.filter((source) => source !== 'catalogue' || isListedToo);
  return (
    <>
      <FormDrawer title={own.formTitle(row.model)} onClose={onClose} form={form} save={own.publish}>
        <SelectField
          label={own.formSource}
          value={values.source}
          onChange={(chosen) => set('source', sources.find((source) => source === chosen) ?? 'prices')}
          options={sources.map((source) => [source, own.formSources[source]] as const)}
          error={errors.source}
        />
        {values.source === 'catalogue' ? (
          <Listed terms={row.catalogue ?? { prices: {} }} />
        ) : (
          <PriceFields row={row} form={form} />
        )}
        <Others row={row} goes={values.source === 'call'} />
        <ChangeFields values={values} errors={errors} set={set} />
      </FormDrawer>
      {question}
    </>
  );
}

/** The usual ones, those that have a price, and those that were asked for. */
function PriceFields({
  row,
  form: { values, errors, set },
}: {
  readonly row: PricedModel;
  readonly form: Form<PriceValues>;
}): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const names = priceNames[useLanguage()];
  const [added, setAdded] = useState<readonly PriceName[]>([]);
  const possible = NAMES_OF[values.source];
  const stated = PRICE_ORDER.filter((name) => row.terms.prices[name] !== undefined || added.includes(name));
  const isByPiece = stated.length > 0 && !stated.some((name) => USUAL.includes(name));
  const shown = possible.filter(
    (name) =>
      possible.length === 1 ||
      stated.includes(name) ||
      errors[name] !== undefined ||
      (USUAL.includes(name) && !(isByPiece && values.source === 'prices')),
  );
  const others = possible.filter((name) => !shown.includes(name));
  const about = values.source === 'ratio' ? own.ratioAbout : values.source === 'prices' ? own.pricesAbout : undefined;
  return (
    <>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
        {shown.map((name) => (
          <TextField
            key={name}
            label={names[name]}
            value={values[name]}
            onChange={(price) => set(name, price)}
            error={errors[name]}
            around={unitBeside({ start: '$' })}
            numeric
          />
        ))}
        {others.length > 0 ? (
          <SelectField
            label={own.addPrice}
            value=""
            onChange={(chosen) => setAdded([...added, ...others.filter((name) => name === chosen)])}
            options={[['', own.choose], ...others.map((name) => [name, names[name]] as const)]}
          />
        ) : null}
      </Grid>
      {about ? <Note>{about}</Note> : null}
      {row.source === 'ratio' && values.source === 'prices' ? <Note attention>{own.fromRatioAbout}</Note> : null}
    </>
  );
}

/** What the catalogue says, which is not typed. */
function Listed({ terms }: { readonly terms: Terms }): ReactElement {
  const names = priceNames[useLanguage()];
  return (
    <Grid as="dl" templateColumns="minmax(0, 1fr) auto" columnGap="4" rowGap="1" fontSize="13px">
      {PRICE_ORDER.flatMap((name) => {
        const price = terms.prices[name];
        return price === undefined
          ? []
          : [
              <chakra.dt key={name} color="fg.muted">
                {names[name]}
              </chakra.dt>,
              <chakra.dd key={`${name} price`} fontVariantNumeric="tabular-nums">
                {dollarText(price)}
              </chakra.dd>,
            ];
      })}
    </Grid>
  );
}

/** Tiers and service tiers, which this form does not change. */
function Others({ row, goes }: { readonly row: PricedModel; readonly goes: boolean }): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const names = priceNames[useLanguage()];
  const { tiers = [], services = {} } = row.terms;
  const tierText = goes ? own.tierGoes : own.tierStays;
  return (
    <>
      {tiers.map(({ above, prices }) => (
        <Note key={above} attention={!goes}>
          {tierText(
            formatCount(above),
            PRICE_ORDER.flatMap((name) => {
              const price = prices[name];
              return price === undefined ? [] : [`${names[name]} ${dollarText(price)}`];
            }).join('; '),
          )}
        </Note>
      ))}
      {Object.keys(services).length === 0 ? null : <Note>{own.servicesStay(Object.keys(services).join(', '))}</Note>}
    </>
  );
}

function Note({
  attention = false,
  children,
}: {
  readonly attention?: boolean;
  readonly children: string;
}): ReactElement {
  return (
    <Text color={attention ? 'warn' : 'fg.muted'} fontSize="12px" overflowWrap="anywhere">
      {children}
    </Text>
  );
}
