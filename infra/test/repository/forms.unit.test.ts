import { describe, expect, it } from '@jest/globals';
import { filesBelow, textOf } from './house.ts';

const FORM_HOOKS = /\buse(?:Contract|Option|Checked)?Form\(|\buseUnsaved\(/;
/** What somebody types or chooses in. */
const FIELDS = /<(?:TextField|AreaField|SelectField|SwitchField|AmountField|ChipInput|Input|Textarea|NumberInput)\b/;
/** Holds something itself; a part of a form has all that it shows from the form. */
const OWN_STATE = /\buseState\b/;

/** What holds something itself beside a field, belongs to no form, and why nothing is lost with it. */
const NO_FORM: Readonly<Record<string, string>> = {
  'web/src/app/shell/palette.tsx': 'finds, and keeps nothing',
  'web/src/features/channels/components/inline-number.tsx': 'is saved when it is left',
  'web/src/features/channels/pages/channels-page.tsx': 'holds which drawer is open; its fields are filters',
  'web/src/features/finance/components/head-check.tsx': 'compares, and keeps nothing',
  'web/src/features/playground/components/choices-form.tsx': 'is in force at once',
  'web/src/features/users/components/permission-switches.tsx': 'is in force at once',
  'web/src/shared/account/balance-at.tsx': 'is in the address at once',
  'web/src/shared/filters/range-picker.tsx': 'is a filter',
  'web/src/shared/filters/search-field.tsx': 'is a filter',
};

const screens = filesBelow('web/src').filter((file) => file.endsWith('.tsx'));

describe('what is typed in the console', () => {
  it('is kept by the hook of all forms wherever there is a form', () => {
    const forms = screens.filter((file) => /<(?:chakra\.)?form\b|<Form(?:Drawer|Dialog)\b/.test(textOf(file)));
    const frames = ['web/src/shared/ui/form-drawer.tsx', 'web/src/shared/ui/form-dialog.tsx'];
    expect(forms.length).toBeGreaterThan(10);
    expect(forms.filter((file) => !frames.includes(file) && !FORM_HOOKS.test(textOf(file)))).toEqual([]);
  });

  it('is kept wherever there is a field', () => {
    const held = screens.filter((file) => FIELDS.test(textOf(file)) && OWN_STATE.test(textOf(file)));
    expect(held.filter((file) => !FORM_HOOKS.test(textOf(file))).toSorted()).toEqual(Object.keys(NO_FORM));
  });

  it('has one hook beneath', () => {
    const users = filesBelow('web/src').filter((file) => /\buseUnsaved\(/.test(textOf(file)));
    expect(users.filter((file) => file.endsWith('form.ts'))).toEqual(['web/src/shared/ui/use-form.ts']);
    expect(textOf('web/src/shared/ui/use-form.ts')).toMatch(/useUnsaved\(/);
  });

  it('asks where it is closed', () => {
    for (const file of ['web/src/shared/ui/form-drawer.tsx', 'web/src/shared/ui/form-dialog.tsx'])
      expect(textOf(file)).toMatch(/useClosing\(form\.unsaved/);
  });
});
