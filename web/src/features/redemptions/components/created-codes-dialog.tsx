import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { MadeKeysDialog, type MadeKeysProps } from '../../../shared/ui/made-keys-dialog.tsx';

/** The new codes, to be handed out. */
export function CreatedCodesDialog(props: Pick<MadeKeysProps, 'name' | 'keys' | 'onClose'>): ReactElement {
  const t = useTexts();
  return <MadeKeysDialog {...props} title={t.codes.created(props.keys.length)} texts={t.codes} />;
}
