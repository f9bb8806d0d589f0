import { Box, Button, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { NoticeHtml } from '../../shared/ui/operator-html.tsx';
import { noticeRead } from '../../shared/ui-state/ui-slice.ts';
import { Line } from '../../shared/ui/line.tsx';
import { noticeMark } from './notice-mark.ts';
import { pageLineTexts } from './page-line-texts.ts';

/** Two lines. */
const FOLDED_HEIGHT = '40px';
/** Blocks of a notice are lines of one height, so that none is cut through where it is folded. */
const BLOCKS = '&& :is(h3, h4, h5, h6, p, ul, ol, pre, table)';

/** The operator's notice until it is read: two lines of it, the whole on demand. */
export function UnreadNotice({ text }: { readonly text: string }): ReactElement {
  const own = useOwnTexts(pageLineTexts);
  const dispatch = useDispatch();
  const content = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const [box, inner] = [content.current, content.current?.firstElementChild];
    if (!box || !inner) return undefined;
    const observer = new ResizeObserver(() => {
      if (!isOpen) setIsLong(box.scrollHeight > box.clientHeight + 1);
    });
    observer.observe(box);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [isOpen]);
  const read = (): void => {
    dispatch(noticeRead(noticeMark(text)));
    // The button that had the focus is gone.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Line
      role="region"
      label={own.notice}
      tone="info"
      isLong
      action={
        <Flex gap="2" flexShrink={0} alignSelf={{ base: 'flex-end', sm: 'flex-start' }}>
          {isLong || isOpen ? (
            <Button size="xs" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? own.less : own.more}
            </Button>
          ) : null}
          <Button size="xs" variant="outline" borderColor="info.border" onClick={read}>
            {own.read}
          </Button>
        </Flex>
      }
    >
      <Box
        ref={content}
        maxH={isOpen ? '50dvh' : FOLDED_HEIGHT}
        overflowY={isOpen ? 'auto' : 'hidden'}
        overflowWrap="anywhere"
        css={{ [BLOCKS]: { fontSize: '13px', lineHeight: '20px', mb: isOpen ? '2' : '0' } }}
        // A link that is folded away is seen when it has the focus.
        onFocus={() => setIsOpen(isLong || isOpen)}
      >
        <Box>
          <NoticeHtml text={text} />
        </Box>
      </Box>
    </Line>
  );
}
