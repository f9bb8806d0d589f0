import { Button, chakra, Flex, Link } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { CODE_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatQuota } from '../../../shared/money/quota-format.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { TextField } from '../../../shared/ui/fields.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useRedeemMutation } from '../api/wallet-api.ts';

export function RedeemForm(): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const { top_up_link: codeShop } = useStatus();
  const [redeem] = useRedeemMutation();
  const form = useForm({
    initial: { key: '' },
    validate: ({ key }) => ({ key: key.trim() === '' ? t.wallet.codeMissing : undefined }),
    submit: async ({ key }) => {
      const credited = await redeem(key.trim()).unwrap();
      form.set('key', '');
      tellSuccess(t.wallet.redeemed(formatQuota(credited, unit)));
    },
  });
  return (
    <chakra.form noValidate maxW="480px" onSubmit={form.onSubmit}>
      <Flex gap="2" align="flex-start" direction={{ base: 'column', sm: 'row' }}>
        <TextField
          label={t.wallet.code}
          value={form.values.key}
          onChange={(key) => form.set('key', key)}
          error={form.errors.key ?? form.failure}
          mono
          maxLength={CODE_CHARACTERS_MAX}
        />
        <Button
          type="submit"
          variant="solid"
          colorPalette="brand"
          loading={form.busy}
          mt={{ base: '0', sm: '26px' }}
          width={{ base: 'full', sm: 'auto' }}
        >
          {t.wallet.redeem}
        </Button>
      </Flex>
      {codeShop ? (
        <Link
          href={codeShop}
          target="_blank"
          rel="noreferrer"
          color="brand"
          fontSize="13px"
          mt="2"
          display="inline-block"
        >
          {t.wallet.getCode}
        </Link>
      ) : null}
    </chakra.form>
  );
}
