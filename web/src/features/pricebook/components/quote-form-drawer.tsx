import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import { receiptLines } from '@ledgate/domain/pricing/receipt-lines';
import type { Measure, PartedUsage, UsagePart } from '@ledgate/domain/tariff/usage-parts';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatQuotaUnits } from '../../../shared/money/quota-format.ts';
import { groupDecimal } from '../../../shared/receipt/decimal-text.ts';
import { ReceiptLines } from '../../../shared/receipt/receipt-lines.tsx';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { type Quote, useQuoteMutation } from '../api/pricebook-api.ts';
import { QUOTED_MEASURES, QUOTED_PARTS, quoteForm, quoteValues } from '../quote-form.ts';
import { pricebookTexts } from '../texts.ts';

type Stated = UsagePart | Measure;

const USUAL: readonly Stated[] = ['cachedRead'];
const ALL: readonly Stated[] = [...QUOTED_PARTS, ...QUOTED_MEASURES];

type Answer = { readonly quote: Quote; readonly model: string; readonly usage: PartedUsage };

/** What a usage would cost by the book in force, as a receipt would explain it. */
export function QuoteFormDrawer({
  model,
  onClose,
}: {
  readonly model: string;
  readonly onClose: () => void;
}): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const t = useTexts();
  const [ask] = useQuoteMutation();
  const [answer, setAnswer] = useState<Answer>();
  const [parts, setParts] = useState(USUAL);
  const form = useContractForm({
    initial: quoteValues(model),
    schema: () => quoteForm(own.wholeNumber),
    submit: async (body) => {
      setAnswer(undefined);
      setAnswer({ quote: await ask(body).unwrap(), model: body.model, usage: body.usage });
      form.settle();
    },
  });
  const { values, errors, set } = form;
  const others = ALL.filter((part) => !parts.includes(part));
  const nameOf = (part: Stated): string => t.receipt.line[LINE_OF[part]];
  return (
    <FormDrawer title={own.quote} onClose={onClose} form={form} save={own.reckon}>
      <TextField
        label={own.model}
        value={values.model}
        onChange={(typed) => set('model', typed)}
        error={errors.model}
        required
        autoFocus
        mono
      />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
        <TextField
          label={own.group}
          value={values.group}
          onChange={(group) => set('group', group)}
          error={errors.group}
          placeholder="default"
        />
        <TextField
          label={own.serviceTier}
          value={values.service_tier}
          onChange={(tier) => set('service_tier', tier)}
          error={errors.service_tier}
        />
        {(['prompt', 'completion'] as const).map((name) => (
          <TextField
            key={name}
            label={own.tokens[name]}
            value={values[name]}
            onChange={(count) => set(name, count)}
            error={errors[name]}
            required
            numeric
          />
        ))}
        {parts.map((part) => (
          <TextField
            key={part}
            label={QUOTED_PARTS.some((name) => name === part) ? own.ofWhich(nameOf(part)) : nameOf(part)}
            value={values[part]}
            onChange={(count) => set(part, count)}
            error={errors[part]}
            numeric
          />
        ))}
        {parts.includes('images')
          ? (['size', 'quality'] as const).map((name) => (
              <TextField
                key={name}
                label={own.pictures[name]}
                value={values[name]}
                onChange={(text) => set(name, text)}
                error={errors[name]}
              />
            ))
          : null}
        {others.length > 0 ? (
          <SelectField
            label={own.addPart}
            value=""
            onChange={(chosen) => setParts([...parts, ...others.filter((part) => part === chosen)])}
            options={[['', own.choose], ...others.map((part) => [part, nameOf(part)] as const)]}
          />
        ) : null}
      </Grid>
      {answer ? <Paper {...answer} /> : null}
    </FormDrawer>
  );
}

/** The name in lines of what a quote states. */
const LINE_OF = {
  cachedRead: 'cached_read',
  cachedAudio: 'cached_audio',
  cachedWrite: 'cached_write',
  cachedWrite1h: 'cached_write_1h',
  audioInput: 'audio_input',
  imageInput: 'image_input',
  videoInput: 'video_input',
  reasoning: 'reasoning',
  audioOutput: 'audio_output',
  imageOutput: 'image_output',
  images: 'images',
  milliseconds: 'seconds',
  characters: 'characters',
  pages: 'pages',
  queries: 'queries',
  searches: 'searches',
  fileSearches: 'file_searches',
  codeSessions: 'code_sessions',
} as const satisfies Readonly<Record<Stated, string>>;

function Paper({ quote: { amount, price }, model, usage }: Answer): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const t = useTexts();
  const paper = useRef<HTMLDivElement>(null);
  // On a phone the form fills the drawer: what was asked for comes into sight.
  useEffect(() => paper.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Box
      ref={paper}
      borderWidth="1px"
      borderRadius="l2"
      px="4"
      py="3"
      fontSize="13px"
      fontVariantNumeric="tabular-nums"
      aria-live="polite"
      data-quote
    >
      <Flex justify="space-between" gap="4" pb="2" borderBottomWidth="1px" borderBottomStyle="dashed">
        <Text fontWeight="600" overflowWrap="anywhere" minW="0">
          {model}
        </Text>
        <Text color="fg.muted" fontSize="12px" whiteSpace="nowrap">
          {t.receipt.priceBook(price.priceBookVersion)}
        </Text>
      </Flex>
      {price.method === 'parts' && price.unpriced ? (
        <Text color="warn" fontSize="12px" pt="2">
          {own.unpriced}
        </Text>
      ) : null}
      <ReceiptLines lines={receiptLines(usage, price)} />
      <Flex justify="space-between" gap="4" py="2" borderTopWidth="1px" borderTopStyle="dashed">
        <Text>{t.receipt.exact}</Text>
        <Text>{groupDecimal(price.exact)}</Text>
      </Flex>
      <Flex justify="space-between" align="baseline" pt="2" borderTopWidth="1px" fontWeight="600">
        <Text>{t.receipt.total}</Text>
        <Flex gap="3" align="baseline">
          <Text color="fg.muted" fontWeight="400" fontSize="12px">
            {t.money.units(formatQuotaUnits(amount))}
          </Text>
          <Text fontSize="16px">
            <Money quota={amount} digits={6} />
          </Text>
        </Flex>
      </Flex>
    </Box>
  );
}
