import file from './model-prices.json' with { type: 'json' };
import type { Catalogue } from '../prices.ts';
import { catalogueModels } from './catalogue-models.ts';

/** Of the canonical text of the models below (SHA-256, hex). Another figure in the file is another catalogue, and another digest. */
const DIGEST = 'bb09471fe3089a91a316218fb9b10dbc1f4e84682d197f55f0a82f062b8c62c8';

let read: Catalogue | undefined;

/** The prices of providers' models that come with the product (docs/billing.md#catalogue); read when it is first needed. */
export const builtInCatalogue = (): Catalogue => (read ??= { digest: DIGEST, models: catalogueModels(file) });
