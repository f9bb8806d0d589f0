import { Box, Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useMaking } from '../../../shared/form/making.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { useOwnGroupsQuery, useOwnModelsQuery } from '../../../shared/session/self-api.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { CallLimitFields } from '../../../shared/ui/call-limit-fields.tsx';
import { ChipInput } from '../../../shared/ui/chip-input.tsx';
import { AreaField, SelectField, SwitchField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import {
  useCreateTokenMutation,
  useCreateTokensMutation,
  useEditTokenMutation,
  type Token,
} from '../api/tokens-api.ts';
import { tokenForm, tokenValues } from '../token-form-values.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;
const MONTH_DAYS = 30;
const BATCHES = [1, 10, 20, 30, 100];

type TokenDrawerProps = {
  readonly token: Token | undefined;
  readonly onClose: () => void;
  /** Several were made at once: their keys, as they are sent. */
  readonly onMade: (made: { readonly name: string; readonly keys: readonly string[] }) => void;
};

export function TokenFormDrawer({ token, onClose, onMade }: TokenDrawerProps): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const { data: groups = {} } = useOwnGroupsQuery();
  const { data: models = [] } = useOwnModelsQuery();
  const [create] = useCreateTokenMutation();
  const [edit] = useEditTokenMutation();
  const [createMany] = useCreateTokensMutation();
  const making = useMaking<readonly string[]>();
  const form = useContractForm({
    initial: tokenValues(token, unit),
    schema: (typed) => tokenForm(typed, unit, token, t, Date.now() / 1_000),
    submit: async ({ body, count }) => {
      if (token) await edit({ ...body, id: token.id }).unwrap();
      else if (count === 1)
        await making.all([body], async (one) => {
          await create(one).unwrap();
          return [];
        });
      else {
        const [keys = []] = await making.all([{ ...body, count }], (all) => createMany(all).unwrap());
        return onMade({ name: body.name, keys: keys.map((key) => `sk-${key}`) });
      }
      tellSuccess(token ? t.tokens.saved(body.name) : t.tokens.created);
      onClose();
    },
  });
  const { values, errors, set } = form;
  const expires = (seconds: number): void => set('expiry', formatTime(Math.floor(Date.now() / 1000) + seconds));
  const presets: readonly (readonly [string, () => void])[] = [
    [t.tokens.never, () => set('expiry', '')],
    [t.tokens.oneHour, () => expires(HOUR_S)],
    [t.tokens.oneDay, () => expires(DAY_S)],
    [t.tokens.oneMonth, () => expires(MONTH_DAYS * DAY_S)],
  ];
  return (
    <FormDrawer
      title={token ? t.tokens.editTitle(token.name) : t.tokens.createTitle}
      onClose={onClose}
      form={form}
      save={token ? t.common.save : t.common.create}
    >
      <TextField
        label={t.tokens.name}
        value={values.name}
        onChange={(name) => set('name', name)}
        error={errors.name}
        required
        autoFocus
      />
      <SwitchField
        label={t.tokens.unlimited}
        help={t.tokens.unlimitedAbout}
        checked={values.unlimited}
        onChange={(unlimited) => set('unlimited', unlimited)}
      />
      {values.unlimited ? null : (
        <AmountField
          label={t.tokens.remain}
          value={values.remain}
          onChange={(remain) => set('remain', remain)}
          error={errors.remain}
          picks
        />
      )}
      <Box w="full">
        <TextField
          label={t.tokens.expiry}
          value={values.expiry}
          onChange={(expiry) => set('expiry', expiry)}
          error={errors.expiry}
          placeholder={t.tokens.never}
          help={t.tokens.timeForm}
          numeric
        />
        <Flex gap="1" mt="2" wrap="wrap" role="group" aria-label={t.tokens.expiry}>
          {presets.map(([label, choose]) => (
            <Button key={label} size="xs" onClick={choose}>
              {label}
            </Button>
          ))}
        </Flex>
      </Box>
      <SelectField
        label={t.tokens.group}
        value={values.group}
        onChange={(group) => set('group', group)}
        help={t.tokens.groupAbout}
        options={[
          ['', t.tokens.ownGroup],
          ...Object.entries(groups).map(
            ([name, { desc, ratio }]) =>
              [name, `${name}${desc && desc !== name ? ` · ${desc}` : ''} · ×${ratio}`] as const,
          ),
        ]}
      />
      <SwitchField
        label={t.tokens.limitModels}
        checked={values.limitModels}
        onChange={(limit) => set('limitModels', limit)}
      />
      {values.limitModels ? (
        <ChipInput
          label={t.tokens.models}
          values={values.models}
          onChange={(chosen) => set('models', chosen)}
          suggestions={models}
          error={errors.models}
          placeholder={t.tokens.addModel}
        />
      ) : null}
      <AreaField
        label={t.tokens.addresses}
        value={values.addresses}
        onChange={(addresses) => set('addresses', addresses)}
        error={errors.addresses}
        help={t.tokens.addressesAbout}
        mono
      />
      <CallLimitFields values={values} errors={errors} set={set} help={t.tokens.limitsAbout} />
      {token ? null : (
        <Box w="full">
          <TextField
            label={t.tokens.count}
            value={values.count}
            onChange={(count) => set('count', count)}
            error={errors.count}
            help={t.tokens.countAbout}
            numeric
          />
          <Flex gap="1" mt="2" wrap="wrap" role="group" aria-label={t.tokens.count}>
            {BATCHES.map((count) => (
              <Button key={count} size="xs" onClick={() => set('count', String(count))}>
                {count}
              </Button>
            ))}
          </Flex>
        </Box>
      )}
    </FormDrawer>
  );
}
