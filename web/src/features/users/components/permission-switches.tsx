import * as ACCESS from '@ledgate/api/contract/who-may';
import { PERMISSIONS } from '@ledgate/domain/catalogue/permissions';
import { useState, type ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { errorText } from '../../../shared/ui/error-text.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { SwitchField } from '../../../shared/ui/fields.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useSetPermissionsMutation, type User } from '../api/users-api.ts';
import { permissionTexts } from '../permission-texts.ts';

/** What a person may beside his role: switches for root, who gives it, and its names for others. */
export function PermissionSwitches({ user }: { readonly user: User }): ReactElement {
  const own = useOwnTexts(permissionTexts);
  const isGiver = useSession().may(ACCESS.user.permissions);
  if (isGiver && user.DeletedAt === null)
    return (
      <>
        {PERMISSIONS.map((permission) => (
          <PermissionSwitch key={permission} user={user} permission={permission} />
        ))}
      </>
    );
  return <>{user.permissions.map((permission) => own[permission]).join(' · ') || own.none}</>;
}

type SwitchProps = { readonly user: User; readonly permission: (typeof PERMISSIONS)[number] };

function PermissionSwitch({ user, permission }: SwitchProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(permissionTexts);
  const [save, { isLoading }] = useSetPermissionsMutation();
  // What was asked for, until the server has said what there is.
  const [asked, setAsked] = useState<boolean>();
  const [error, setError] = useState<string>();
  const others = user.permissions.filter((each) => each !== permission);
  const set = async (given: boolean): Promise<void> => {
    setError(undefined);
    setAsked(given);
    try {
      await save({ id: user.id, permissions: given ? [...others, permission] : others }).unwrap();
      tellSuccess(own.saved(user.username));
    } catch (failure) {
      setError(errorText(failure, t));
    }
    setAsked(undefined);
  };
  return (
    <SwitchField
      label={own[permission]}
      help={own[`${permission}About`]}
      checked={asked ?? user.permissions.includes(permission)}
      disabled={isLoading}
      error={error}
      onChange={(given) => void set(given)}
    />
  );
}
