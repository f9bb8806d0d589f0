import { Box, Button, chakra, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LuCopy, LuDownload } from 'react-icons/lu';
import type { Dated } from '../../../shared/api/figures.ts';
import { saveFile } from '../../../shared/files/answered-file.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { type ReceiptAnswer, receiptPath } from '../../../shared/receipt/receipt-api.ts';
import { Fact } from '../../../shared/receipt/receipt-facts.tsx';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { type Change, changesOf } from '../change-of.ts';
import { checkCommand, receiptFile, SCRIPT_FILE } from '../check-command.ts';
import { proofState } from '../proof-state.ts';
import { type ProofTexts, proofTexts } from '../proof-texts.ts';

/** The one that stands in the product's documents; the bundler makes it a file of the console. */
const SCRIPT = new URL('../../../../../docs/check-receipt.mjs?no-inline', import.meta.url).href;

type ProofProps = {
  readonly answer: ReceiptAnswer;
  /** Of when it is, and whether asking again has failed. */
  readonly query: Dated;
  /** It was looked at as often as it is by itself, and is not sealed. */
  readonly waitsLong: boolean;
  readonly lookAgain: () => void;
};

/** That the ledger has the charge and what became of it, and how whoever pays checks it without us. */
export function Proof({ answer, query, waitsLong, lookAgain }: ProofProps): ReactElement {
  const own = useOwnTexts(proofTexts);
  const { receipt, index, proof, vkey } = answer;
  const state = proofState(answer);
  const changes = changesOf(receipt.total, answer.later);
  return (
    <Box className="no-print" mt="8" data-proof>
      <Section title={own.title}>
        <Stack gap="3" fontSize="13px">
          <Flex role="status" gap="4" align="center" wrap="wrap">
            {state === 'sealed' ? (
              <StatusDot tone="good" text={own.sealed} />
            ) : (
              <StatusDot
                tone="attention"
                text={
                  state === 'cut'
                    ? own.leftOff(formatCount(answer.later_left_off ?? 0))
                    : waitsLong
                      ? own.waitsLong
                      : own.unsealed
                }
                wraps
              />
            )}
            {state === 'waits' && query.error !== undefined ? <AsOf queries={[query]} /> : null}
            {state === 'waits' && waitsLong ? (
              <Button size="sm" onClick={lookAgain}>
                {own.lookAgain}
              </Button>
            ) : null}
          </Flex>
          <Facts>
            <Fact label={own.index}>
              {proof === null ? formatCount(index) : own.ofTree(formatCount(index), formatCount(proof.size))}
            </Fact>
            {proof === null ? null : <Fact label={own.sealOf}>{formatTime(proof.at)}</Fact>}
            <Fact label={own.standsAt}>
              <Money quota={answer.stands_at} digits={6} />
            </Fact>
          </Facts>
          {changes.length === 0 ? null : <Changes changes={changes} own={own} />}
        </Stack>
      </Section>
      {state !== 'sealed' || vkey === null ? null : <Check answer={answer} vkey={vkey} own={own} />}
      {answer.private === undefined ? null : (
        <Section title={own.private} about={own.privateAbout}>
          <Code text={JSON.stringify(answer.private, null, 2)} label={own.private} />
        </Section>
      )}
    </Box>
  );
}

function Changes({ changes, own }: { readonly changes: readonly Change[]; readonly own: ProofTexts }): ReactElement {
  return (
    <Box>
      <Text color="fg.muted" mb="1">
        {own.later}
      </Text>
      <Stack as="ol" gap="1" listStyleType="none">
        {changes.map(({ type, at, before, after, isSealed }, place) => (
          <Flex as="li" key={place} columnGap="3" wrap="wrap" align="baseline">
            <span>{own.kinds[type] ?? type}</span>
            <span>
              <Money quota={before} digits={6} /> → <Money quota={after} digits={6} />
            </span>
            <chakra.span color="fg.muted">
              {formatTime(Date.parse(at) / 1_000)}
              {isSealed ? '' : ` · ${own.notSealed}`}
            </chakra.span>
          </Flex>
        ))}
      </Stack>
    </Box>
  );
}

type CheckProps = { readonly answer: ReceiptAnswer; readonly vkey: string; readonly own: ProofTexts };

function Check({ answer, vkey, own }: CheckProps): ReactElement {
  const copy = useCopy();
  const { request_id: requestId } = answer.receipt;
  const command = checkCommand(requestId, vkey);
  const file = receiptFile(requestId);
  const save = (): void => saveFile(new Blob([`${JSON.stringify(answer)}\n`], { type: 'application/json' }), file);
  return (
    <Section title={own.check} about={own.checkAbout}>
      <Stack gap="4" fontSize="13px">
        <Facts>
          <Fact label={own.receiptFile}>
            <Button size="sm" variant="outline" onClick={save}>
              <LuDownload aria-hidden />
              <chakra.span htmlTranslate="no" fontFamily="mono" truncate maxW="52vw">
                {file}
              </chakra.span>
            </Button>
          </Fact>
          <Fact label={own.scriptFile}>
            <Button asChild size="sm" variant="outline">
              <a href={SCRIPT} download={SCRIPT_FILE}>
                <LuDownload aria-hidden />
                <chakra.span htmlTranslate="no" fontFamily="mono">
                  {SCRIPT_FILE}
                </chakra.span>
              </a>
            </Button>
          </Fact>
        </Facts>
        <Box>
          <Flex justify="space-between" align="center" gap="4" mb="1">
            <Text color="fg.muted">{own.command}</Text>
            <Button size="sm" variant="outline" onClick={() => void copy(command, own.copied)}>
              <LuCopy aria-hidden />
              {own.copyCommand}
            </Button>
          </Flex>
          <Code text={command} label={own.command} />
        </Box>
        <Text maxW="80ch">
          {own.keyBefore}{' '}
          <OutLink href="/api/ledger/keys" target="_blank" rel="noreferrer">
            {own.keyLink}
          </OutLink>
          {own.keyAfter} {own.laterAbout}
        </Text>
        <Text>
          <OutLink href={`/api${receiptPath(requestId)}/file`} download>
            {own.proofFile}
          </OutLink>
        </Text>
      </Stack>
    </Section>
  );
}

const OutLink = chakra('a', { base: { color: 'brand', textDecoration: 'underline', textUnderlineOffset: '2px' } });

function Code({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  return (
    <chakra.pre
      aria-label={label}
      role="group"
      tabIndex={0}
      htmlTranslate="no"
      fontFamily="mono"
      fontSize="12px"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      bg="bg.muted"
      borderRadius="l2"
      p="3"
      maxH="320px"
      overflowY="auto"
    >
      {text}
    </chakra.pre>
  );
}

function Facts({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Grid
      templateColumns={{ base: '112px minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' }}
      columnGap="4"
      rowGap="1.5"
      alignItems="center"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </Grid>
  );
}
