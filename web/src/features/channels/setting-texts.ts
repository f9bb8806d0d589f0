import { type ChannelOverride, readOverride } from '@ledgate/domain/channel/channel-override';
import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { isObjectText, typedText } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import { overrideFaultText } from './override-fault-text.ts';

/** A channel's setting as its form shows it: what is changed of its requests apart from the rest. What is no JSON stays as it is. */
export function settingTexts(text: string): { readonly setting: string; readonly override: string } {
  const setting = parsedJson(text);
  if (!isJsonObject(setting) || !('override' in setting)) return { setting: text, override: '' };
  const { override, ...others } = setting;
  return {
    setting: Object.keys(others).length === 0 ? '' : JSON.stringify(others),
    override: override === null ? '' : JSON.stringify(override, undefined, 2),
  };
}

/** The setting that both texts make; each is '' or the JSON text of an object. */
export function settingOf(setting: string, override: string): string {
  if (override === '') return setting;
  return JSON.stringify({ ...(parsedJson(setting) as object | undefined), override: parsedJson(override) });
}

/** The JSON text of an override, or nothing; what is wrong with it is said with its field. */
export const typedOverride = (t: Texts) =>
  typedText.superRefine((text, context) => {
    const problem = overrideProblem(text, t);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

/** As it is typed; undefined where it says nothing, or what is typed is none. */
export function overrideIn(text: string): ChannelOverride | undefined {
  if (text.trim() === '') return undefined;
  const read = readOverride(parsedJson(text) ?? []);
  return 'fault' in read ? undefined : read.override;
}

function overrideProblem(text: string, t: Texts): string | undefined {
  if (text === '') return undefined;
  if (!isObjectText(text)) return t.form.json;
  const read = readOverride(parsedJson(text));
  return 'fault' in read ? overrideFaultText(read.fault, t) : undefined;
}
