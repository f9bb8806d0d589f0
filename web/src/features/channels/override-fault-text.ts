import type { OverrideFault } from '@ledgate/domain/channel/channel-override';
import type { Texts } from '../../shared/i18n/text.tsx';

/** Of a name that is as long as its typist likes. */
const FIELD_CHARACTERS_MAX = 80;

/** What is wrong with an override, beginning with its field as the form has it. */
export function overrideFaultText(fault: OverrideFault, t: Texts): string {
  const field = fault.field.replace(/^override\.?/u, '').slice(0, FIELD_CHARACTERS_MAX);
  return field === '' ? t.channels.overrideFault(fault) : `${field}: ${t.channels.overrideFault(fault)}`;
}
