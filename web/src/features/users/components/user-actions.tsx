import * as ACCESS from '@ledgate/api/contract/who-may';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { accountPath } from '../../../shared/account/account-links.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import type { RowAction } from '../../../shared/ui/row-menu.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useManageUserMutation, type ManageAction, type User } from '../api/users-api.ts';
import { useEndSessionsOfMutation } from '../sessions-api.ts';
import { usersTexts } from '../texts.ts';
import { AdjustDialog } from './adjust-dialog.tsx';

type Asked =
  | { readonly kind: 'adjust'; readonly user: User }
  | { readonly kind: 'sessions'; readonly user: User }
  | { readonly kind: 'manage'; readonly user: User; readonly action: ManageAction };

type UserActions = {
  readonly actionsOf: (user: User) => readonly RowAction[];
  /** What is asked before one of them is done; stands on the page. */
  readonly questions: ReactNode;
};

/** What somebody may do with a person, in the list and on his page; `edit` opens his form. */
export function useUserActions(edit: (user: User) => void): UserActions {
  const t = useTexts();
  const navigate = useNavigate();
  const { user: self, isRoot, may } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [manage] = useManageUserMutation();
  const [endSessions] = useEndSessionsOfMutation();
  const own = useOwnTexts(usersTexts);
  const close = (): void => setAsked(undefined);
  const actionsOf = (user: User): readonly RowAction[] => {
    const ask = (action: ManageAction) => (): void => setAsked({ kind: 'manage', user, action });
    const below = isRoot || user.role < (self?.role ?? 0);
    const readings: readonly RowAction[] = [
      { id: 'statement', label: t.nav.statement, run: () => void navigate(accountPath(user.id, 'statement')) },
      { id: 'ledger', label: t.nav.ledger, run: () => void navigate(accountPath(user.id, 'ledger')) },
    ];
    if (!may(ACCESS.user.manage)) return readings;
    return [
      { id: 'adjust', label: t.users.adjust, disabled: !below, run: () => setAsked({ kind: 'adjust', user }) },
      { id: 'edit', label: t.common.edit, disabled: !below, run: () => edit(user) },
      ...readings,
      user.role >= ROLE.admin
        ? {
            id: 'demote',
            label: t.users.actions.demote,
            disabled: !isRoot || user.role >= ROLE.root,
            run: ask('demote'),
          }
        : { id: 'promote', label: t.users.actions.promote, disabled: !isRoot, run: ask('promote') },
      user.status === USER_STATUS.enabled
        ? {
            id: 'disable',
            label: t.users.actions.disable,
            disabled: !below || user.role >= ROLE.root,
            run: ask('disable'),
          }
        : { id: 'enable', label: t.users.actions.enable, disabled: !below, run: ask('enable') },
      { id: 'sessions', label: own.endSessions, disabled: !below, run: () => setAsked({ kind: 'sessions', user }) },
      {
        id: 'delete',
        label: t.users.actions.delete,
        danger: true,
        disabled: !below || user.role >= ROLE.root,
        run: ask('delete'),
      },
    ];
  };
  const questions =
    asked?.kind === 'adjust' ? (
      <AdjustDialog user={asked.user} onClose={close} />
    ) : asked?.kind === 'sessions' ? (
      <ConfirmDialog
        title={own.endSessionsTitle(asked.user.username)}
        about={own.endSessionsAbout}
        confirm={own.endSessions}
        onClose={close}
        act={async () => {
          const count = await endSessions(asked.user.id).unwrap();
          tellSuccess(own.sessionsEnded(count, asked.user.username));
        }}
      />
    ) : asked?.kind === 'manage' ? (
      <ConfirmDialog
        title={t.users.confirm[asked.action](asked.user.username)}
        about={t.users.confirmAbout[asked.action]}
        confirm={t.users.actions[asked.action]}
        danger={asked.action === 'delete' || asked.action === 'disable'}
        onClose={close}
        act={async () => {
          await manage({ id: asked.user.id, action: asked.action }).unwrap();
          tellSuccess(t.users.managed[asked.action](asked.user.username));
        }}
      />
    ) : null;
  return { actionsOf, questions };
}
