import { Button } from '@chakra-ui/react';
import * as ACCESS from '@ledgate/api/contract/who-may';
import type { ReactElement } from 'react';
import { LuStamp } from 'react-icons/lu';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { Page, Section } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { useSealLedgerMutation, useSealsQuery } from '../api/seals-api.ts';
import { HeadCheck } from '../components/head-check.tsx';
import { HeadList } from '../components/head-list.tsx';
import { KeyList } from '../components/key-list.tsx';
import { SealState } from '../components/seal-state.tsx';
import { sealsTexts } from '../seals-texts.ts';
import { sealsTitle } from '../seals-title.ts';

/** How often it is asked how far the ledger is sealed, in milliseconds: the notary seals every minute. */
const EVERY_MS = 15_000;
const polled = { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true };

/** How far the ledger is sealed, its heads and keys, and whether it begins with a head that somebody has kept. */
export function SealsPage(): ReactElement {
  const own = useOwnTexts(sealsTexts);
  const title = sealsTitle[useLanguage()];
  const { may } = useSession();
  const size = usePageSize();
  const { page, setPage } = useFilters({});
  const query = useSealsQuery({ page, size }, polled);
  // On the first page it is the same answer, and one call.
  const first = useSealsQuery({ page: 1, size }, polled);
  // Asked again and again: rows stay as they are meanwhile, but for another page.
  const shown = { ...query, isFetching: query.isFetching && query.currentData === undefined };
  const [seal] = useSealLedgerMutation();
  const { run, busy } = useAction(seal);
  const sealNow = async (): Promise<void> => {
    const sealed = await run(undefined);
    if (sealed !== undefined) tellSuccess(own.sealed(formatCount(sealed.size)));
  };
  return (
    <Page
      title={title}
      about={own.about}
      wide
      action={
        may(ACCESS.ledger.seal) ? (
          <Button
            variant="solid"
            colorPalette="brand"
            loading={busy}
            loadingText={own.sealing}
            onClick={() => void sealNow()}
          >
            <LuStamp aria-hidden />
            {own.sealNow}
          </Button>
        ) : undefined
      }
    >
      {first.error && first.data === undefined ? null : (
        <SealState told={first.data && { ...first.data, newest: first.data.items[0] }} query={first} />
      )}
      <Section title={own.heads} about={own.headsAbout}>
        <HeadList heads={query.data?.items} query={shown} />
        <Pager page={page} onPage={setPage} query={shown} />
      </Section>
      <Section title={own.keys} about={own.keysAbout}>
        <KeyList />
      </Section>
      <Section title={own.check} about={own.checkAbout}>
        <HeadCheck />
      </Section>
    </Page>
  );
}
