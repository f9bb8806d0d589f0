import type { OptionFault } from '@ledgate/domain/options/check';
import type { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';

/** What a field says of a rule of the contract that has no message of its own. */
export function formMessage(issue: z.core.$ZodRawIssue, t: Texts): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? t.form.required
        : t.form.numberMin(Number(issue.minimum));
    case 'too_big':
      return issue.origin === 'string'
        ? t.form.charactersMax(Number(issue.maximum))
        : t.form.numberMax(Number(issue.maximum));
    case 'custom':
      return ruleMessage(issue.params, t);
    default:
      return t.form.notAccepted;
  }
}

/** Rules that the contract names: of fields (api/src/contract/fields.ts), and of options (domain/src/options/check.ts). */
function ruleMessage(params: Readonly<Record<string, unknown>> | undefined, t: Texts): string {
  switch (params?.['rule']) {
    case 'bytes_at_most':
      return t.form.bytesMax(Number(params['maximum']));
    case 'ip_line':
      return t.form.addressLine(Number(params['line']), shortened(String(params['text'])));
    case 'user_name':
      return t.form.userName;
    case 'number':
    case 'json':
    case 'price':
    case 'tags':
      return optionMessage(params as OptionFault, t);
    default:
      return t.form.notAccepted;
  }
}

function optionMessage(fault: OptionFault, t: Texts): string {
  switch (fault.rule) {
    case 'number':
      return fault.whole ? t.form.countBetween(fault.low, fault.high) : t.form.numberBetween(fault.low, fault.high);
    case 'json':
      return fault.entry === undefined ? t.form.json : t.form.jsonEntry(fault.entry);
    case 'price':
      return fault.entry === undefined ? priceMessage(fault.reason, t) : t.form.jsonEntry(fault.entry);
    case 'tags':
      return fault.entry === undefined ? t.form.namesMax(fault.maximum) : t.form.noTagName(shortened(fault.entry));
    default:
      return t.form.notAccepted;
  }
}

/** Of what may be a whole text that was pasted. */
const SHOWN_CHARACTERS = 40;
const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

function priceMessage(reason: Extract<OptionFault, { rule: 'price' }>['reason'], t: Texts): string {
  switch (reason) {
    case 'not_json':
    case 'not_an_object':
      return t.form.json;
    case 'too_many_digits':
      return t.form.tooManyDigits;
    case 'too_large':
      return t.form.tooLong;
    case 'not_a_number':
    case 'negative':
    case 'not_positive':
      return t.form.numberAboveZero;
    default:
      return t.form.notAccepted;
  }
}
