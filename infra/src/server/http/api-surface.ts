import { sendProblem } from '@ledgate/api/http/send';
import { languageOf } from '@ledgate/domain/catalogue/language';
import express, { type Router } from 'express';

/**
 * The way to the console's calls, which there is only while this release's read models can be read: until the api has been given, and whenever they cannot,
 * calls are answered 503 instead of with wrong figures.
 */
export class ApiSurface {
  readonly router: Router = express.Router();
  #api: Router | undefined;

  constructor(readModels: { readonly isReadable: boolean }) {
    this.router.use('/api', (request, response, next) => {
      if (this.#api !== undefined && readModels.isReadable) {
        next();
        return;
      }
      response.set({ 'Retry-After': '5', 'Cache-Control': 'no-store' });
      sendProblem(
        response,
        { code: 'read_models_filling', requestId: String(response.locals['requestId']) },
        languageOf(request.headers),
      );
    });
    this.router.use((request, response, next) => {
      if (this.#api === undefined) next();
      else void this.#api(request, response, next);
    });
  }

  open(api: Router): void {
    this.#api = api;
  }
}
