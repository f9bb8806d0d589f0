import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { OperatorHtml } from './operator-html.tsx';

/** A page that the operator wrote: another site's where it is an address (`https://`), else Markdown or HTML. */
export function OperatorPage({ content, title }: { readonly content: string; readonly title: string }): ReactElement {
  return content.startsWith('https://') ? (
    <iframe
      src={content}
      title={title}
      style={{ width: '100%', height: 'calc(100dvh - 96px)', border: 0, display: 'block' }}
    />
  ) : (
    <Box maxW="880px" mx="auto" px="4" py="10" overflowWrap="anywhere">
      <OperatorHtml html={content} />
    </Box>
  );
}
