import { Flex, Image, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import { useStatus } from '../status/status-api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tellNotice } from '../ui/toaster.tsx';
import { useForm } from '../ui/use-form.ts';
import { outsideTexts } from './texts.ts';

const QR_CODE_SIZE = '180px';

export type WeChatDialogProps = {
  readonly title: string;
  readonly save: string;
  /** Rejects with the call's error; then the dialog stays. */
  readonly submit: (code: string) => Promise<void>;
  readonly onClose: () => void;
};

/** The QR code of the operator's WeChat account, and the code that it tells. */
export function WeChatDialog({ title, save, submit, onClose }: WeChatDialogProps): ReactElement {
  const own = useOwnTexts(outsideTexts);
  const { wechat_qrcode: address } = useStatus();
  const [isBroken, setIsBroken] = useState(false);
  const form = useForm({
    initial: { code: '' },
    mayBeLost: true,
    validate: () => ({}),
    submit: async (typed) => {
      const code = typed.code.trim();
      if (code === '') tellNotice(own.codeMissing);
      else await submit(code);
    },
  });
  return (
    <FormDialog title={title} save={save} form={form} onClose={onClose}>
      {address === '' || isBroken ? (
        <Text role="status">{own.noQrCode}</Text>
      ) : (
        // Cameras tell a dark code from a light ground alone, in any theme.
        <Flex justify="center">
          <Image
            src={address}
            alt={own.qrCode}
            boxSize={QR_CODE_SIZE}
            objectFit="contain"
            bg="white"
            p="2"
            borderWidth="1px"
            borderRadius="l2"
            onError={() => setIsBroken(true)}
          />
        </Flex>
      )}
      <Text color="fg.muted">{own.scan}</Text>
      <TextField
        label={own.code}
        value={form.values.code}
        onChange={(code) => form.set('code', code)}
        autoComplete="one-time-code"
        mono
        autoFocus
      />
    </FormDialog>
  );
}
