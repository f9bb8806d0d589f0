import { Box, chakra } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo, type ReactElement } from 'react';
import { isObjectText, joined } from '../../../shared/form/typed.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { TextLink } from '../../../shared/ui/links.ts';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useRested } from '../../../shared/ui/use-rested.ts';
import { useUnpricedModelsQuery } from '../api/channels-api.ts';
import type { ChannelValues } from '../channel-form-values.ts';
import { overrideIn, settingOf } from '../setting-texts.ts';
import { unpricedName } from '../unpriced-name.ts';

const SHOWN_NAMES_MAX = 12;
/** Somebody may set a price in another window. */
const ASKED_AGAIN_MS = 30_000;

/**
 * Which of the models in the form nothing prices, after its mapping and its override, and what becomes of calls to them; while the mapping is no JSON, as it
 * was before.
 */
export function UnpricedNote({
  values: { models, groups, mapping, override },
}: {
  readonly values: Pick<ChannelValues, 'models' | 'groups' | 'mapping' | 'override'>;
}): ReactElement {
  const t = useTexts();
  const { isRoot } = useSession();
  const typed = useMemo(
    () =>
      models.length > 0 && isObjectText(mapping)
        ? {
            models: joined(models),
            group: joined(groups),
            model_mapping: mapping,
            setting: overrideIn(override)?.model === undefined ? '' : settingOf('', override),
          }
        : skipToken,
    [models, groups, mapping, override],
  );
  const { data, isError } = useUnpricedModelsQuery(useRested(typed), {
    pollingInterval: ASKED_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const offered = new Set(models);
  // What was taken out of the form is no longer named, though the answer without it has yet to come.
  const unpriced = data?.models.filter(({ model }) => offered.has(model)) ?? [];
  const more = unpriced.length - SHOWN_NAMES_MAX;
  return (
    <Box role="status" fontSize="13px" lineHeight="20px">
      {isError && models.length > 0 ? (
        <chakra.p mt="2" color="fg.muted">
          {t.channels.unpricedUnknown}
        </chakra.p>
      ) : null}
      {data && !isError && unpriced.length > 0 ? (
        <Box mt="2" borderInlineStartWidth="2px" borderColor="warn" ps="3">
          <StatusDot tone="attention" text={t.channels.unpriced(unpriced.length)} />
          <chakra.p htmlTranslate="no" fontFamily="mono" fontSize="12px" overflowWrap="anywhere">
            {unpriced.slice(0, SHOWN_NAMES_MAX).map(unpricedName).join(', ')}
            {more > 0 ? t.channels.unpricedMore(more) : null}
          </chakra.p>
          <chakra.p color="fg.muted">
            {t.channels.unpricedCalls[data.calls]}
            {isRoot ? (
              <>
                {' '}
                <TextLink to="/pricebook" target="_blank">
                  {t.channels.setPrices}
                </TextLink>
              </>
            ) : null}
          </chakra.p>
        </Box>
      ) : null}
    </Box>
  );
}
