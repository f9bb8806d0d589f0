import { IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuDownload } from 'react-icons/lu';
import { useStore } from 'react-redux';
import type { QueryValue } from '../api/base-query.ts';
import { loadedCode } from '../connection/page-code.ts';
import { useLanguage, useTexts } from '../i18n/text.tsx';
import { exportLabel } from './export-label.ts';

/** A list as a file: the call that answers its rows as CSV, and by what they are narrowed. */
export type ListFile = {
  /** Names the list to a person. */
  readonly list: string;
  readonly url: `/api/${string}/export`;
  readonly params: Readonly<Record<string, QueryValue>>;
};

const load = async () => (await import('./export-list.ts')).exportList;

/** Saves what a list holds by its filters, page or no page; it runs in the place of long work, and goes on when the page is left. */
export function ExportButton(file: ListFile): ReactElement {
  const t = useTexts();
  const label = exportLabel[useLanguage()];
  const store = useStore();
  return (
    <IconButton
      aria-label={label}
      title={label}
      variant="ghost"
      size="sm"
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() =>
        void loadedCode(load).then(
          (exportList) => exportList(file, store as Parameters<typeof exportList>[1], t),
          () => undefined,
        )
      }
    >
      <LuDownload />
    </IconButton>
  );
}
