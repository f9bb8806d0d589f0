import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { MadeKeysDialog, type MadeKeysProps } from '../../../shared/ui/made-keys-dialog.tsx';

const en = { title: (count: number) => `${count} tokens created`, keys: 'Keys, one a line' };
const zh: typeof en = { title: (count) => `已创建 ${count} 个令牌`, keys: '密钥，每行一个' };
const madeTexts = { en, zh } as const;

export function TokenKeysDialog(props: Pick<MadeKeysProps, 'name' | 'keys' | 'onClose'>): ReactElement {
  const t = useTexts();
  const { title, keys } = useOwnTexts(madeTexts);
  const { download, copyAll } = t.codes;
  const texts = { keys, download, copyAll, copied: t.tokens.keysCopied };
  return <MadeKeysDialog {...props} title={title(props.keys.length)} texts={texts} />;
}
