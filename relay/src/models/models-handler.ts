import { hasPrice } from '@ledgate/domain/pricing/reckon';
import { DirectoryUnavailable, type TokenView } from '@ledgate/projections/directory/relay-view';
import type { Request, Response } from 'express';
import { TokenGate } from '../access/token-gate.ts';
import { RelayError } from '../errors/relay-error.ts';
import { sendError } from '../http/send-error.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { modelInPath } from '../http/model-in-path.ts';
import { anthropicModels, geminiModels, type ModelLists, openAiModels } from './model-lists.ts';

/** What every token may ask: which models there are. What nobody foresaw is left to the router's last handler. */
export class ModelsHandler {
  readonly #ports: Pick<RelayPorts, 'view' | 'clock' | 'refused'>;
  readonly #gate: TokenGate;
  readonly #lists: ModelLists | undefined;

  /** `lists`: in one protocol; without it in OpenAI's, in Anthropic's for who names a version of that, or in Gemini's for Google's SDKs. */
  constructor(ports: Pick<RelayPorts, 'view' | 'clock' | 'refused'>, lists?: ModelLists) {
    this.#ports = ports;
    this.#lists = lists;
    this.#gate = new TokenGate(ports);
  }

  /** GET /v1/models: the models the token is limited to, or those of its group. */
  readonly list = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, (token) => this.#listsFor(request).list(this.#visible(token)));

  /** GET /v1/models/{id}: a model that the token sees, or one that has a price. */
  readonly get = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, (token) => {
      const model = modelInPath(request) ?? '';
      if (this.#visible(token).includes(model) || this.#hasPrice(model, token))
        return this.#listsFor(request).model(model);
      return new RelayError(
        404,
        {
          message: `the model ${model} does not exist`,
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
        false,
      );
    });

  /** Known endpoints that are not served: 501 for who may call at all (docs/behaviour.md#relay-paths). */
  readonly notImplemented = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, () =>
      RelayError.own(501, 'api_not_implemented', 'this endpoint is not implemented'),
    );

  #listsFor({ headers }: Request): ModelLists {
    if (this.#lists !== undefined) return this.#lists;
    if (headers['anthropic-version'] !== undefined) return anthropicModels;
    return headers['x-goog-api-client'] === undefined ? openAiModels : geminiModels;
  }

  /** Whatever asks for a response that has been answered before (docs/behaviour.md#responses). */
  readonly nothingStored = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, () => {
      const message = 'responses are not stored here, so there is none to be fetched, cancelled or deleted';
      return new RelayError(404, { message, type: 'invalid_request_error', param: null, code: 'not_stored' }, false);
    });

  #hasPrice(model: string, { group, user }: TokenView): boolean {
    const prices = this.#ports.view.prices();
    return hasPrice({ ...prices, model, group: group === '' ? user.group : group, userId: user.userId });
  }

  #visible({ models, group, user }: TokenView): readonly string[] {
    return models === null ? this.#ports.view.modelsOf(group === '' ? user.group : group) : [...models].sort();
  }

  async #forToken(request: Request, response: Response, answer: (token: TokenView) => object): Promise<void> {
    const { error: form } = this.#listsFor(request);
    try {
      const admitted = await this.#gate.identify(request);
      const body = admitted instanceof RelayError ? admitted : answer(admitted.token);
      if (body instanceof RelayError) sendError(request, response, body, form);
      else response.status(200).json(body);
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error;
      const unavailable = RelayError.unavailable('the directory of users and channels cannot be reached');
      sendError(request, response, unavailable, form);
    }
  }
}
