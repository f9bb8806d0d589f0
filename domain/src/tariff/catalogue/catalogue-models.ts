import type { Catalogue, CataloguePrices, PriceName, Prices, Services, Tier } from '../prices.ts';

/** What stands in the price file under each member (docs/billing.md#catalogue), as decimal text. */
const PRICE_OF = {
  input: 'input',
  output: 'output',
  cacheRead: 'cachedRead',
  cacheReadAudio: 'cachedAudio',
  cacheWrite: 'cachedWrite',
  cacheWrite1h: 'cachedWrite1h',
  audioInput: 'audioInput',
  audioOutput: 'audioOutput',
  imageInput: 'imageInput',
  imageOutput: 'imageOutput',
  videoInput: 'videoInput',
  reasoning: 'reasoning',
  perMillionCharacters: 'character',
  perImage: 'image',
  perImageInput: 'pictureInput',
  perSecondInput: 'second',
  perAudioSecondInput: 'second',
  perSecondOutput: 'secondOutput',
  perPage: 'page',
  perQuery: 'query',
} as const satisfies Readonly<Record<string, PriceName>>;

type FilePrices = Partial<Readonly<Record<keyof typeof PRICE_OF, string>>>;
type FileModel = FilePrices & {
  readonly provider: string;
  readonly tiers?: readonly (FilePrices & { readonly aboveInputTokens: number })[];
  /** In place of the model's own prices and tiers: prompts of more than the first number of tokens, up to the second. */
  readonly ranges?: readonly (FilePrices & { readonly inputTokens: readonly number[] })[];
  readonly services?: Readonly<Record<string, FilePrices>>;
  /** 0: it writes nothing. */
  readonly maxOutputTokens?: number;
};
type ToolPrices = { readonly search?: string; readonly fileSearch?: string; readonly codeSession?: string };
/** What calls of tools cost at a provider. `models`: names, with a star at the end for what begins so. */
type FileTool = ToolPrices & {
  readonly provider: string;
  readonly models: string | readonly string[];
  /** The search tool that alone costs this. */
  readonly tool?: string;
};
type PriceFile = {
  readonly tools: readonly FileTool[];
  readonly models: Readonly<Record<string, FileModel>>;
};

/** What a price file says of each model, in the terms of a price book. */
export const catalogueModels = ({ tools, models }: PriceFile): Catalogue['models'] =>
  Object.fromEntries(Object.entries(models).map(([name, model]) => [name, pricesOf(name, model, tools)]));

function pricesOf(name: string, model: FileModel, tools: readonly FileTool[]): CataloguePrices {
  const [first, ...further] = model.ranges ?? [];
  const tiers: readonly Tier[] = [
    ...further.map((range) => ({ above: range.inputTokens[0] ?? 0, prices: prices(range) })),
    ...(model.tiers ?? []).map((tier) => ({ above: tier.aboveInputTokens, prices: prices(tier) })),
  ];
  const services: Services = Object.fromEntries(
    Object.entries(model.services ?? {}).map(([service, over]) => [service, { prices: prices(over) }]),
  );
  const own = fitting(name, model.provider, tools);
  const searchTools = Object.fromEntries(
    own.flatMap(({ tool, search }) => (tool === undefined || search === undefined ? [] : [[tool, search]])),
  );
  return {
    prices: { ...prices(model), ...(first === undefined ? {} : prices(first)), ...toolPrices(own) },
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(Object.keys(services).length === 0 ? {} : { services }),
    ...(Object.keys(searchTools).length === 0 ? {} : { searchTools }),
    ...(model.maxOutputTokens ? { maxOutput: model.maxOutputTokens } : {}),
  };
}

const prices = (members: FilePrices): Prices =>
  Object.fromEntries(
    Object.entries(PRICE_OF).flatMap(([member, price]) => {
      const text = members[member as keyof FilePrices];
      return text === undefined ? [] : [[price, text]];
    }),
  );

/** Rows for the model, the least specific first, so that one that is more so goes over it; of two alike the earlier in the file is the last. */
function fitting(name: string, provider: string, tools: readonly FileTool[]): readonly FileTool[] {
  const specific = ({ models }: FileTool): number =>
    Math.max(...[models].flat().map((pattern) => (isFor(pattern, name) ? pattern.replace('*', '').length : -1)));
  return tools
    .filter((tool) => tool.provider === provider && specific(tool) >= 0)
    .toReversed()
    .toSorted((one, other) => specific(one) - specific(other));
}

const isFor = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

function toolPrices(rows: readonly FileTool[]): ToolPrices {
  let found: ToolPrices = {};
  for (const { tool, search, fileSearch, codeSession } of rows) {
    if (tool !== undefined) continue;
    found = {
      ...found,
      ...(search === undefined ? {} : { search }),
      ...(fileSearch === undefined ? {} : { fileSearch }),
      ...(codeSession === undefined ? {} : { codeSession }),
    };
  }
  return found;
}
