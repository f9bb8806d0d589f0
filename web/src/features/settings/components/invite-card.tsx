import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { asFigures } from '../../../shared/api/figures.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money, useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatCount, formatQuota } from '../../../shared/money/quota-format.ts';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { useInviteCodeQuery } from '../api/settings-api.ts';

/** How many came by the invite link and the earnings that can be moved to the balance, and the link. */
export function InviteCard(): ReactElement {
  const t = useTexts();
  return (
    <Section title={t.personal.invite} about={t.personal.inviteAbout}>
      <Earnings />
      <InviteLink />
    </Section>
  );
}

function Earnings(): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const query = useSelfQuery(undefined, asFigures);
  const { data: self } = query;
  const [open, setOpen] = useState(false);
  if (query.error && !self)
    return <FailedState what={t.personal.earnings} error={query.error} retry={() => void query.refetch()} />;
  return (
    <>
      <Flex gap={{ base: '5', sm: '10' }} wrap="wrap" mb="1" align="flex-end">
        <Flex as="dl" gap={{ base: '5', sm: '10' }} wrap="wrap" align="flex-end">
          <Figure label={t.personal.pending}>{self ? <Money quota={self.aff_quota} /> : undefined}</Figure>
          <Figure label={t.personal.earned}>{self ? <Money quota={self.aff_history_quota} /> : undefined}</Figure>
          <Figure label={t.personal.invited}>{self ? formatCount(self.aff_count) : undefined}</Figure>
        </Flex>
        <Button
          size="xs"
          disabled={!self || self.aff_quota < unit.quotaPerUnit}
          title={t.personal.transferMin(formatQuota(unit.quotaPerUnit, unit))}
          onClick={() => setOpen(true)}
        >
          {t.personal.transfer}
        </Button>
      </Flex>
      <Box mb="3">
        <AsOf queries={[query]} />
      </Box>
      {open && self ? <TransferDialog pending={self.aff_quota} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function InviteLink(): ReactElement {
  const t = useTexts();
  const query = useInviteCodeQuery();
  const { data: code } = query;
  if (query.error && !code)
    return <FailedState what={t.personal.inviteLink} error={query.error} retry={() => void query.refetch()} />;
  if (!code) return <Skeleton height="20px" width="320px" maxW="full" />;
  return (
    <CopyText text={`${window.location.origin}/register?aff=${code}`} characters={64} label={t.personal.inviteLink} />
  );
}

const TransferDialog = onDemand(async () => (await import('./transfer-dialog.tsx')).TransferDialog);

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="12px">
        {label}
      </Text>
      <Box as="dd" fontWeight="600" fontVariantNumeric="tabular-nums" minH="20px">
        {children ?? <Skeleton height="14px" width="64px" my="3px" />}
      </Box>
    </Box>
  );
}
