import { Button, chakra, Flex, Link } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { sessionRoutes } from '@ledgate/api/contract/session';
import { z } from 'zod';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { typedText } from '../../../shared/form/typed.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatQuota } from '../../../shared/money/quota-format.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useRedeemMutation } from '../api/wallet-api.ts';
import { walletTexts } from '../texts.ts';

const codeTyped = (own: (typeof walletTexts)['en']) =>
  z.object({ key: typedText.min(1, { error: own.codeMissing }).pipe(sessionRoutes.redeem.body.shape.key) });

export function RedeemForm(): ReactElement {
  const own = useOwnTexts(walletTexts);
  const unit = useMoneyUnit();
  const { top_up_link: codeShop } = useStatus();
  const [redeem] = useRedeemMutation();
  const form = useContractForm({
    initial: { key: '' },
    schema: () => codeTyped(own),
    submit: async ({ key }) => {
      const credited = await redeem(key).unwrap();
      form.set('key', '');
      tellSuccess(own.redeemed(formatQuota(credited, unit)));
    },
  });
  return (
    <chakra.form noValidate maxW="480px" onSubmit={form.onSubmit}>
      <Flex gap="2" align="flex-start" direction={{ base: 'column', sm: 'row' }}>
        <TextField
          label={own.code}
          value={form.values.key}
          onChange={(key) => form.set('key', key)}
          error={form.errors.key ?? form.failure}
          mono
        />
        <Button
          type="submit"
          variant="solid"
          colorPalette="brand"
          loading={form.busy}
          mt={{ base: '0', sm: '26px' }}
          width={{ base: 'full', sm: 'auto' }}
        >
          {own.redeem}
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
          {own.getCode}
        </Link>
      ) : null}
    </chakra.form>
  );
}
