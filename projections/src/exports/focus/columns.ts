import type { Column } from '../layout.ts';
import { column } from '../shared/column.ts';

const NOT_USAGE = 'unless the category is `Usage` and the class is null';
const CORRECTION = 'of credits that were not bought, and of corrections';

/** Columns of layout `focus`, in their order: those of FOCUS 1.2, and some of ours, `x_`. */
export const FOCUS_COLUMNS = [
  column(
    'BilledCost',
    'money',
    'What is to be paid: of what is bought the money, of all else 0, since use is prepaid.',
    '0.000000',
  ),
  column('BillingAccountId', 'text', 'The account: `user:` and the id.', 'user:7'),
  column('BillingAccountName', 'text', 'The name of the user.', 'alice', {
    null: 'where nobody knows it any more',
    isName: true,
  }),
  column('BillingCurrency', 'text', 'Always `USD`.', 'USD'),
  column(
    'BillingPeriodEnd',
    'text',
    'The end of the UTC month of ChargePeriodStart, exclusive.',
    '2026-12-01T00:00:00Z',
  ),
  column('BillingPeriodStart', 'text', 'The beginning of the UTC month of ChargePeriodStart.', '2026-11-01T00:00:00Z'),
  column(
    'ChargeCategory',
    'text',
    '`Usage`; `Purchase`: a top-up, a code that was sold, and what is reversed of them; `Credit`: all other credits.',
    'Usage',
  ),
  column('ChargeClass', 'text', '`Correction` of a correction, a refund, a re-rate and a reversal.', 'Correction', {
    null: 'of all else',
  }),
  column('ChargeDescription', 'text', 'What it is, in words.', 'Usage of gpt-4o'),
  column('ChargeFrequency', 'text', '`Usage-Based` of use, else `One-Time`.', 'Usage-Based'),
  column('ChargePeriodEnd', 'text', 'A second behind ChargePeriodStart.', '2026-11-28T12:00:01Z'),
  column('ChargePeriodStart', 'text', 'The time of the event, UTC, cut to seconds.', '2026-11-28T12:00:00Z'),
  column(
    'ConsumedQuantity',
    'integer',
    'Tokens in and out; 1 of what was priced by the call, or used no tokens.',
    '36',
    { null: NOT_USAGE },
  ),
  column('ConsumedUnit', 'text', '`Tokens` or `Requests`.', 'Tokens', { null: NOT_USAGE }),
  column(
    'ContractedCost',
    'money',
    'Of use what was charged, of what is bought the money, of other credits 0.',
    '0.000076',
  ),
  column('EffectiveCost', 'money', 'Of use what was charged, of all else 0.', '0.000076'),
  column('InvoiceIssuerName', 'text', 'Always `Ledgate`.', 'Ledgate'),
  column(
    'ListCost',
    'money',
    'Of use what it costs by the same price book at group ratio 1 and without rules, else as ContractedCost; see above.',
    '0.000076',
  ),
  column('PricingCategory', 'text', 'Always `Standard`.', 'Standard', { null: 'of credits that were not bought' }),
  column('PricingQuantity', 'integer', 'Of use ConsumedQuantity, of what is bought its quota units.', '36', {
    null: CORRECTION,
  }),
  column('PricingUnit', 'text', '`Tokens`, `Requests` or `Quota Units`.', 'Tokens', { null: CORRECTION }),
  column('ProviderName', 'text', 'Always `Ledgate`.', 'Ledgate'),
  column('PublisherName', 'text', 'Always `Ledgate`.', 'Ledgate'),
  column('ServiceCategory', 'text', 'Always `AI and Machine Learning`.', 'AI and Machine Learning'),
  column('ServiceName', 'text', 'Always `Ledgate`.', 'Ledgate'),
  column('ServiceSubcategory', 'text', 'Always `Generative AI`.', 'Generative AI'),
  column(
    'SkuId',
    'text',
    'Of use the model by whose price it was charged, of what is bought `top_up`, `redemption` or `reversal`.',
    'gpt-4o',
    {
      null: 'of credits that were not bought, and of what changes or gives back a charge that is not known',
    },
  ),
  column('SubAccountId', 'text', 'The id of the token.', '11', { null: 'where there is none' }),
  column('SubAccountName', 'text', 'Its name.', 'production', { null: 'where there is no token', isName: true }),
  column('Tags', 'text', 'JSON: the tags of the request.', '{"project":"atlas"}', { null: 'where it has none' }),
  column('x_Position', 'integer', 'Where the event stands in this store.', '1042'),
  column('x_RequestId', 'text', 'The request.', '2026112812000012345678', { null: 'of all but use' }),
  column(
    'x_Units',
    'integer',
    'Quota units: of use above zero what was taken, of credits as they move the wallet.',
    '38',
  ),
  column('x_PriceBookVersion', 'integer', 'The version of the price book by which it was priced.', '12', {
    null: 'of a refund, and of all but use',
  }),
  column('x_Group', 'text', 'The group by whose ratio it was charged.', 'default', {
    null: 'of all but use, and where the charge is not known',
  }),
  column('x_PaidUnits', 'integer', 'How much of x_Units was paid money.', '0'),
  column('x_PromotionalUnits', 'integer', 'How much of x_Units was promotional money.', '38'),
] as const satisfies readonly Column[];
