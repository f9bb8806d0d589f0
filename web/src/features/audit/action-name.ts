import type { AuditAction } from '@ledgate/domain/catalogue/audit';
import type { auditTexts } from './texts.ts';

type Own = Pick<(typeof auditTexts)['en'], 'actions'>;

/** What an action is called; one of a later release by its own name. */
export const actionName = (action: string, { actions }: Own): string =>
  isKnown(action, actions) ? actions[action] : action;

const isKnown = (action: string, actions: Own['actions']): action is AuditAction => Object.hasOwn(actions, action);
