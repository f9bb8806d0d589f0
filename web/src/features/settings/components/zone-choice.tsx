import { Box } from '@chakra-ui/react';
import { useMemo, type ReactElement } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { browserZone, zoneNames } from '../../../shared/time/zone.ts';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { selectUi, zoneChosen } from '../../../shared/ui-state/ui-slice.ts';

const TICK_MS = 1_000;

/** The zone in which times are shown in this browser: its own, or one that is chosen; with the time that it is there. */
export function ZoneChoice(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { zone } = useSelector(selectUi);
  const now = useNow(TICK_MS);
  const options = useMemo(() => {
    const names = zoneNames();
    // A browser may take a name that it does not list.
    const known = zone === undefined || names.includes(zone) ? names : [zone, ...names];
    return [['', t.personal.zoneOfBrowser(browserZone())] as const, ...known.map((name) => [name, name] as const)];
  }, [t, zone]);
  return (
    <Box maxW="368px">
      <SelectField
        label={t.personal.zone}
        value={zone ?? ''}
        onChange={(chosen) => dispatch(zoneChosen(chosen === '' ? undefined : chosen))}
        options={options}
        help={t.personal.zoneNow(formatTime(now))}
      />
    </Box>
  );
}
