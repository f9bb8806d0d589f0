import type { ReactElement } from 'react';
import { callLimitsBody, callLimitValues } from '../../../shared/form/call-limits.ts';
import { useMaking } from '../../../shared/form/making.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useGroupNamesQuery } from '../../../shared/session/self-api.ts';
import { CallLimitFields } from '../../../shared/ui/call-limit-fields.tsx';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useCreateUserMutation, useEditUserMutation, type User } from '../api/users-api.ts';
import { userForm, type UserValues } from '../user-form.ts';

/** A user's names, group and password; the balance is changed by an adjustment, which has a reason. */
export function UserFormDrawer({
  user,
  onClose,
}: {
  readonly user: User | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTexts();
  const { data: groups = [] } = useGroupNamesQuery();
  const [create] = useCreateUserMutation();
  const [edit] = useEditUserMutation();
  const making = useMaking<unknown>();
  const form = useContractForm({
    initial: {
      username: user?.username ?? '',
      displayName: user?.display_name ?? '',
      password: '',
      group: user?.group ?? 'default',
      ...callLimitValues(user?.limits),
    } satisfies UserValues,
    schema: (typed) => userForm(typed, user?.username, t),
    submit: async ({ group, password, rpm, tpm, parallel, ...names }) => {
      const limits = callLimitsBody({ rpm, tpm, parallel }, user?.limits);
      const changed = { ...names, group, ...(password === '' ? {} : { password }), ...limits };
      if (user) await edit({ id: user.id, ...changed }).unwrap();
      else await making.all([{ ...names, password }], (body) => create(body).unwrap());
      tellSuccess(user ? t.users.saved(names.username) : t.users.created(names.username));
      onClose();
    },
  });
  const { values, errors, set } = form;
  const options = [...new Set([values.group, ...groups])].map((name) => [name, name] as const);
  return (
    <FormDrawer
      title={user ? t.users.editTitle(user.username) : t.users.createTitle}
      onClose={onClose}
      form={form}
      save={user ? t.common.save : t.common.create}
    >
      <TextField
        label={t.users.username}
        value={values.username}
        onChange={(name) => set('username', name)}
        error={errors.username}
        required
        autoFocus
      />
      <TextField
        label={t.users.displayName}
        value={values.displayName}
        onChange={(name) => set('displayName', name)}
        error={errors.displayName}
      />
      <TextField
        label={user ? t.users.newPassword : t.users.password}
        type="password"
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => set('password', password)}
        error={errors.password}
        required={!user}
        help={user ? t.users.passwordKept : t.register.passwordRule}
      />
      {user ? (
        <SelectField
          label={t.users.group}
          value={values.group}
          onChange={(group) => set('group', group)}
          options={options}
        />
      ) : null}
      {user ? <CallLimitFields values={values} errors={errors} set={set} help={t.users.limitsAbout} /> : null}
    </FormDrawer>
  );
}
