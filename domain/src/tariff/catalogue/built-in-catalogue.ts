import file from './model-prices.json' with { type: 'json' };
import type { Catalogue } from '../prices.ts';
import { catalogueModels } from './catalogue-models.ts';

/** Of the canonical text of the models below (SHA-256, hex). Another figure in the file is another catalogue, and another digest. */
const DIGEST = 'f67d5cce7c8f1d89a993823719ddbb40ea6cd101f567b55b56265375fd44026a';

let read: Catalogue | undefined;

/** The prices of providers' models that come with the product (docs/billing.md#catalogue); read when it is first needed. */
export const builtInCatalogue = (): Catalogue => (read ??= { digest: DIGEST, models: catalogueModels(file) });
