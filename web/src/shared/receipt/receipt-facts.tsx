import { Box, chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { accountPath } from '../account/account-links.ts';
import { useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { useSession } from '../session/use-session.ts';
import { formatDuration, formatTime } from '../time/time-format.ts';
import { CopyText } from '../ui/copy.tsx';
import { Postings } from './postings.tsx';
import type { Receipt } from './receipt-api.ts';
import { TagList } from './tag-list.tsx';

/** Whole ids of 36 characters are wider than a phone leaves beside the label; the tooltip has them, and a click copies them. */
const REQUEST_ID_CHARACTERS = 24;

const StyledLink = chakra(Link, { base: { color: 'brand', textDecoration: 'underline', textUnderlineOffset: '2px' } });

/** Below the total: where the figures came from, the prices' version, the attempts, the balance before and after, the place in the ledger. */
export function ReceiptFacts({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const { usage } = receipt;
  const parts = (
    [
      ['cached_read', usage.cached_read],
      ['cached_audio', usage.cached_audio],
      ['cached_write', usage.cached_write],
      ['cached_write_1h', usage.cached_write_1h],
      ['audio_input', usage.audio_input],
      ['image', usage.image],
      ['video_input', usage.video_input],
      ['reasoning', usage.reasoning],
      ['audio_output', usage.audio_output],
      ['image_output', usage.image_output],
      ...usage.measured.map(({ what, quantity }) => [what, quantity] as const),
    ] as const
  ).filter(([, count]) => count > 0);
  const { rule_id: rule, service_tier: service, tier } = receipt;
  const terms = [
    ...(rule === null ? [] : [t.receipt.rule(rule)]),
    ...(service === null ? [] : [t.receipt.serviceTier(service)]),
    ...(tier === null ? [] : [t.receipt.tier(formatCount(tier))]),
  ];
  const before = String(receipt.ledger.position + 1);
  const entry =
    user?.id === receipt.user_id
      ? `/topup/ledger?before=${before}`
      : accountPath(receipt.user_id, 'ledger', { before });
  return (
    <Stack gap="4" fontSize="13px" minW="0">
      <Grid
        templateColumns={{ base: '112px minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' }}
        columnGap="4"
        rowGap="1.5"
        alignItems="baseline"
        fontVariantNumeric="tabular-nums"
      >
        <Fact label={t.receipt.usage}>
          {t.receipt.tokens(formatCount(usage.prompt), formatCount(usage.completion))}
          {parts.map(([part, count]) => (
            <chakra.span key={part} color="fg.muted">{` · ${t.receipt.part[part]} ${formatCount(count)}`}</chakra.span>
          ))}
        </Fact>
        <Fact label={t.receipt.source}>
          {t.receipt.sources[usage.source]}
          {receipt.interrupted ? <chakra.span color="warn">{` · ${t.receipt.interrupted}`}</chakra.span> : null}
        </Fact>
        <Fact label={t.receipt.model}>
          {receipt.model_asked === receipt.model_billed
            ? receipt.model_billed
            : t.receipt.mapped(receipt.model_asked, receipt.model_billed)}
        </Fact>
        {terms.length === 0 ? null : <Fact label={t.receipt.terms}>{terms.join(' · ')}</Fact>}
        <Fact label={t.receipt.token}>
          {receipt.token_name || '–'} <chakra.span color="fg.muted">· {receipt.group}</chakra.span>
        </Fact>
        {Object.keys(receipt.tags).length === 0 ? null : (
          <Fact label={t.receipt.tags}>
            <TagList tags={receipt.tags} />
          </Fact>
        )}
        {receipt.end_user === null ? null : (
          <Fact label={t.receipt.endUser}>
            <chakra.span title={t.receipt.endUserAbout}>
              <CopyText text={receipt.end_user} />
            </chakra.span>
          </Fact>
        )}
        <Fact label={t.receipt.arrived}>{formatTime(receipt.arrived_at_ms / 1000)}</Fact>
        <Fact label={t.receipt.duration}>
          {formatDuration(receipt.duration_ms)}
          {!receipt.stream || receipt.first_token_ms === null ? null : (
            <chakra.span color="fg.muted">{` · ${t.receipt.firstToken(formatDuration(receipt.first_token_ms))}`}</chakra.span>
          )}
          {receipt.stream ? <chakra.span color="fg.muted">{` · ${t.receipt.stream}`}</chakra.span> : null}
        </Fact>
        {receipt.balance_before === null || receipt.balance_after === null ? null : (
          <Fact label={t.receipt.balance}>
            <Money quota={receipt.balance_before} digits={6} /> → <Money quota={receipt.balance_after} digits={6} />
          </Fact>
        )}
        <Fact label={t.receipt.request}>
          <CopyText text={receipt.request_id} characters={REQUEST_ID_CHARACTERS} />
        </Fact>
        <Fact label={t.receipt.entry}>
          <StyledLink to={entry}>{t.receipt.entryAt(formatCount(receipt.ledger.position))}</StyledLink>
        </Fact>
      </Grid>
      {receipt.attempts ? (
        <Box>
          <Text color="fg.muted" mb="1">
            {t.receipt.attempts}
          </Text>
          <Stack as="ol" gap="1" listStyleType="none">
            {receipt.attempts.map((attempt, index) => (
              <Box as="li" key={index}>
                {index + 1}. {attempt.channel_name || '–'}{' '}
                <chakra.span color="fg.muted">#{attempt.channel_id}</chakra.span>
                <chakra.span
                  color={attempt.status >= 200 && attempt.status < 300 ? undefined : 'danger'}
                >{` · ${attempt.status === 0 ? t.receipt.noAnswer : `HTTP ${attempt.status}`}`}</chakra.span>
                <chakra.span color="fg.muted">
                  {` · ${formatDuration(attempt.latency_ms)}`}
                  {attempt.outcome === 'cut' ? ` · ${t.receipt.cut}` : ''}
                  {attempt.error === null ? '' : ` · ${attempt.error}`}
                  {attempt.model_sent === null || attempt.model_sent === receipt.model_billed
                    ? ''
                    : ` · ${attempt.model_sent}`}
                  {attempt.model_answered === null ? '' : ` · ${t.receipt.answeredBy(attempt.model_answered)}`}
                  {attempt.key_id === null ? '' : ` · ${t.receipt.key(attempt.key_id)}`}
                  {attempt.affinity === null ? '' : ` · ${t.receipt.affinity[attempt.affinity]}`}
                  {attempt.cost === null ? '' : ` · ${t.receipt.costs(attempt.cost.amount, attempt.cost.currency)}`}
                  {attempt.upstream_request_id ? ` · ${attempt.upstream_request_id}` : ''}
                  {attempt.upstream_answer_id ? ` · ${attempt.upstream_answer_id}` : ''}
                </chakra.span>
              </Box>
            ))}
          </Stack>
        </Box>
      ) : null}
      {receipt.postings ? <Postings postings={receipt.postings} /> : null}
    </Stack>
  );
}

/** A member of a receipt beside its name, within a grid of two columns. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <>
      <Text color="fg.muted">{label}</Text>
      <Box minW="0" overflowWrap="anywhere">
        {children}
      </Box>
    </>
  );
}
