import { Button, Flex, Stack } from '@chakra-ui/react';
import { type ReactElement, useState } from 'react';
import { toApiError } from '../../../shared/api/api-error.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { errorText } from '../../../shared/ui/error-text.ts';
import { AreaField } from '../../../shared/ui/fields.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useLazyConsistencyQuery, useLazySealsQuery } from '../api/seals-api.ts';
import { type Checkpoint, checkpointIn, isBeginning } from '../checkpoint.ts';
import { browserDigest, type Digest } from '../hashed-by.ts';
import { type SealsTexts, sealsTexts } from '../seals-texts.ts';

type Verdict = { readonly isGood: boolean; readonly text: string };

/** Whether the ledger begins with a head that somebody has kept: the server proves it, and the browser checks the proof. */
export function HeadCheck(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(sealsTexts);
  const digest = browserDigest();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [verdict, setVerdict] = useState<Verdict>();
  const [isBusy, setBusy] = useState(false);
  const compare = useComparison(own);
  if (digest === undefined) return <StatusDot tone="attention" text={own.insecure} wraps />;
  const check = async (): Promise<void> => {
    const saved = checkpointIn(typed);
    setVerdict(undefined);
    setError(saved === undefined ? own.checkpointWrong : undefined);
    if (saved === undefined) return;
    setBusy(true);
    try {
      setVerdict(await compare(saved, digest));
    } catch (failure) {
      setError(errorText(failure, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="3" maxW="720px">
      <AreaField
        label={own.checkpoint}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setVerdict(undefined);
          setError(undefined);
        }}
        help={own.checkpointHelp}
        error={error}
        rows={5}
        mono
      />
      <Flex gap="4" align="center" wrap="wrap">
        <Button
          loading={isBusy}
          loadingText={own.comparing}
          disabled={typed.trim() === ''}
          onClick={() => void check()}
        >
          {own.compare}
        </Button>
        <Flex role="status" minW="0" flex="1 1 240px">
          {verdict && <StatusDot tone={verdict.isGood ? 'good' : 'bad'} text={verdict.text} wraps />}
        </Flex>
      </Flex>
    </Stack>
  );
}

/** Rejects with why a call failed. */
function useComparison(own: SealsTexts): (saved: Checkpoint, digest: Digest) => Promise<Verdict> {
  const [askSeals] = useLazySealsQuery();
  const [askProof] = useLazyConsistencyQuery();
  const told = own.verdicts;
  return async (saved, digest) => {
    const [newest] = (await askSeals({ page: 1, size: 1 }).unwrap()).items;
    const present = newest && checkpointIn(newest.note);
    if (present === undefined) return { isGood: false, text: told.none() };
    const [events, now] = [formatCount(saved.size), formatCount(present.size)];
    if (present.origin !== saved.origin) return { isGood: false, text: told.foreign(saved.origin) };
    if (saved.size > present.size) return { isGood: false, text: told.ahead(events, now) };
    const hashes = await askProof({ from: saved.size, to: present.size })
      .unwrap()
      .then(
        (proof) => proof.hashes,
        (failure: unknown) => {
          if (toApiError(failure).code === 'size_not_sealed') return undefined;
          throw failure;
        },
      );
    if (hashes === undefined) return { isGood: false, text: told.unknown(events) };
    if (!(await isBeginning(saved, present, hashes, digest))) return { isGood: false, text: told.broken() };
    return { isGood: true, text: saved.size === present.size ? told.same(events) : told.holds(events, now) };
  };
}
