import { Box, chakra } from '@chakra-ui/react';
import type { ChannelOverride } from '@ledgate/domain/channel/channel-override';
import type { ReactElement } from 'react';
import { type Texts, useTexts } from '../../../shared/i18n/text.tsx';
import { AreaField } from '../../../shared/ui/fields.tsx';
import { overrideIn } from '../setting-texts.ts';
import type { ChannelFieldsProps } from '../channel-fields-props.ts';

const EXAMPLE = `{
  "body": {
    "set": { "temperature": 0.7 },
    "remove": ["seed"],
    "rename": { "max_tokens": "max_completion_tokens" }
  },
  "headers": { "set": {}, "remove": [] }
}`;

/** What a channel changes of its requests, as JSON, and below it the same in words as far as it can be read. */
export function OverrideField({ form: { values, errors, set } }: Pick<ChannelFieldsProps, 'form'>): ReactElement {
  const t = useTexts();
  const said = changesIn(overrideIn(values.override), t);
  return (
    <Box w="full">
      <AreaField
        label={t.channels.override}
        value={values.override}
        onChange={(override) => set('override', override)}
        error={errors.override}
        help={t.channels.overrideAbout}
        placeholder={EXAMPLE}
        rows={8}
        mono
      />
      <Box mt="2" fontSize="12px" lineHeight="20px" color="fg.muted">
        {said.map((line) => (
          <chakra.p key={line} overflowWrap="anywhere">
            {line}
          </chakra.p>
        ))}
      </Box>
    </Box>
  );
}

function changesIn(override: ChannelOverride | undefined, t: Texts): readonly string[] {
  const { model, body, headers } = override ?? {};
  const lines: readonly (readonly [text: (names: string) => string, names: readonly string[]])[] = [
    [t.channels.overrideModel, model === undefined ? [] : [model]],
    [t.channels.overrideRenames, (body?.rename ?? []).map(({ from, to }) => `${from.join('.')} → ${to.join('.')}`)],
    [t.channels.overrideRemoves, (body?.remove ?? []).map((path) => path.join('.'))],
    [t.channels.overrideSets, (body?.set ?? []).map(({ path }) => path.join('.'))],
    [t.channels.overrideRemovesHeaders, [...(headers?.remove ?? [])]],
    [t.channels.overrideSetsHeaders, [...(headers?.set.keys() ?? [])]],
  ];
  return lines.flatMap(([text, names]) => (names.length === 0 ? [] : [text(names.join(', '))]));
}
