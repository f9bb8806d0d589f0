import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { MadeKeysDialog, type MadeKeysProps } from '../../../shared/ui/made-keys-dialog.tsx';

export function TokenKeysDialog(props: Pick<MadeKeysProps, 'name' | 'keys' | 'onClose'>): ReactElement {
  const t = useTexts();
  const texts = {
    keys: t.tokens.keys,
    download: t.codes.download,
    copyAll: t.codes.copyAll,
    copied: t.tokens.keysCopied,
  };
  return <MadeKeysDialog {...props} title={t.tokens.createdMany(props.keys.length)} texts={texts} />;
}
