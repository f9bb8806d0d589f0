import { Box, Grid, Stack, Text } from '@chakra-ui/react';
import { topUpRoutes } from '@ledgate/api/contract/topup';
import { Fragment, type ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { serverAddress } from '../../../shared/status/server-address.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import type { Options } from '../api/settings-api.ts';
import { settingsTexts } from '../texts.ts';
import { type OutsideSection, SECRETS } from '../outside-sections.ts';
import { SecretOption } from './secret-option.tsx';

const ADDRESS_CHARACTERS = 64;

type OutsideToolsProps = { readonly section: OutsideSection; readonly options: Options };

/** What the operator tells the other site of this installation. */
function registeredOf(
  section: OutsideSection,
  options: Options,
  address: string,
  own: (typeof settingsTexts)['en']['register'],
): readonly (readonly [name: string, value: string])[] {
  switch (section) {
    case 'wechat':
      return [];
    case 'payment':
      return [[own.notify, `${options['CustomCallbackAddress'] || address}${topUpRoutes.notify.path}`]];
    case 'github':
    case 'linuxdo':
      return [
        [own.homepage, address],
        [own.callback, `${address}/oauth/${section}`],
      ];
    default:
      return [[own.domain, new URL(address).hostname]];
  }
}

/** What belongs to it and is no option that is shown: its secret, and what is to be registered there of this installation. */
export function OutsideTools({ section, options }: OutsideToolsProps): ReactElement {
  const { register: own } = useOwnTexts(settingsTexts);
  const address = serverAddress(useStatus().server_address);
  const registered = registeredOf(section, options, address, own);
  const isByServerAddress = section !== 'payment' || options['CustomCallbackAddress'] === '';
  return (
    <Stack gap="5" maxW="560px">
      <SecretOption option={SECRETS[section]} />
      {registered.length === 0 ? null : (
        <Box>
          <Grid as="dl" templateColumns={{ base: '1fr', sm: '200px minmax(0, 1fr)' }} columnGap="4" rowGap="1">
            {registered.map(([name, value]) => (
              <Fragment key={name}>
                <Text as="dt" color="fg.muted" fontSize="13px">
                  {name}
                </Text>
                <Box as="dd" minW="0">
                  <CopyText text={value} characters={ADDRESS_CHARACTERS} label={name} />
                </Box>
              </Fragment>
            ))}
          </Grid>
          {options['ServerAddress'] === '' && isByServerAddress ? (
            <Text color="warn" fontSize="13px" mt="1">
              {own.noAddress}
            </Text>
          ) : null}
        </Box>
      )}
    </Stack>
  );
}
