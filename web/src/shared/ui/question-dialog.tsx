import { Box, Button, chakra, Dialog, Text } from '@chakra-ui/react';
import { Fragment, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** What changes, with the figures before and after it. */
type Line = { readonly what: string; readonly before: string; readonly after: string };

export type Asked = {
  /** Holds the object's name. */
  readonly title: string;
  readonly parts: readonly {
    /** What will happen. */
    readonly about: string;
    readonly lines: readonly Line[];
    /** Said below the lines where there are more. */
    readonly more?: string | undefined;
  }[];
  readonly confirm: string;
};

export type QuestionProps = Asked & { readonly answer: (isWanted: boolean) => void };

/** Old beside new, before it is saved. */
export function QuestionDialog({ title, parts, confirm, answer }: QuestionProps): ReactElement {
  const t = useTexts();
  return (
    <DialogFrame title={title} onClose={() => answer(false)} role="alertdialog">
      <Dialog.Body>
        {parts.map(({ about, lines, more }, index) => (
          <Fragment key={about}>
            <Text color="fg.muted" mb="3" mt={index === 0 ? '0' : '5'}>
              {about}
            </Text>
            <Lines about={about} lines={lines} />
            {more === undefined ? null : (
              <Text color="fg.muted" fontSize="13px" mt="2">
                {more}
              </Text>
            )}
          </Fragment>
        ))}
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={() => answer(false)}>
          {t.common.cancel}
        </Button>
        <Button variant="solid" colorPalette="danger" onClick={() => answer(true)}>
          {confirm}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

function Lines({ about, lines }: { readonly about: string; readonly lines: readonly Line[] }): ReactElement {
  return (
    <Box overflowX="auto">
      <chakra.table
        aria-label={about}
        width="full"
        fontSize="13px"
        css={{ '& td': { py: '1', verticalAlign: 'baseline' }, '& td:last-of-type': { textAlign: 'end', ps: '3' } }}
      >
        <tbody>
          {lines.map(({ what, before, after }) => (
            <tr key={what}>
              <chakra.td overflowWrap="anywhere">{what}</chakra.td>
              <chakra.td fontVariantNumeric="tabular-nums" whiteSpace="nowrap" fontWeight="500" htmlTranslate="no">
                {`${before} → ${after}`}
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
