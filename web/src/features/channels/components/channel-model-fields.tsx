import { Box, Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { isObjectText } from '../../../shared/form/typed.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { ChipInput } from '../../../shared/ui/chip-input.tsx';
import { tellNotice } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { useAllModelsQuery, useModelsByTypeQuery, useUpstreamModelsMutation } from '../api/channels-api.ts';
import type { ChannelFieldsProps } from '../channel-fields-props.ts';
import { UnpricedNote } from './unpriced-note.tsx';

/** The models of a channel: typed, those of its type, or those that the upstream lists; and which of them have no price. */
export function ChannelModelFields({ channel, form }: ChannelFieldsProps): ReactElement {
  const t = useTexts();
  const { data: allModels = [] } = useAllModelsQuery();
  const { data: byType = {} } = useModelsByTypeQuery();
  const [askUpstream] = useUpstreamModelsMutation();
  const upstream = useAction(askUpstream);
  const { values, errors, set } = form;
  const addModels = (models: readonly string[]): void => set('models', [...new Set([...values.models, ...models])]);
  const fetchModels = async (): Promise<void> => {
    const models = await upstream.run(
      channel && values.key.trim() === ''
        ? { id: channel.id }
        : {
            base_url: values.baseUrl,
            type: Number(values.type),
            key: values.key.trim(),
            setting: isObjectText(values.setting) ? values.setting : '',
          },
    );
    if (models) addModels(models);
  };
  return (
    <>
      <ChipInput
        label={t.channels.models}
        values={values.models}
        onChange={(models) => set('models', models)}
        suggestions={allModels}
        error={errors.models}
        required
        placeholder={t.tokens.addModel}
        onDuplicate={() => tellNotice(t.channels.modelsExist)}
      />
      <Box mt="-2">
        <Flex gap="1" wrap="wrap">
          <Button size="xs" onClick={() => addModels(byType[values.type] ?? [])}>
            {t.channels.fillType}
          </Button>
          <Button
            size="xs"
            loading={upstream.busy}
            disabled={!channel && values.key.trim() === ''}
            onClick={() => void fetchModels()}
          >
            {t.channels.fillUpstream}
          </Button>
          <Button size="xs" disabled={values.models.length === 0} onClick={() => set('models', [])}>
            {t.channels.clearModels}
          </Button>
        </Flex>
        <UnpricedNote values={values} />
      </Box>
    </>
  );
}
