import { TOKEN_NEVER_EXPIRES } from '@ledgate/domain/catalogue/token-expiry';
import { DirectoryUnavailable, type TokenView } from '@ledgate/projections/directory/relay-view';
import type { QuotaUse } from '@ledgate/projections/queries/token-quotas';
import type { Request, Response } from 'express';
import { TokenGate } from '../access/token-gate.ts';
import { RelayError } from '../errors/relay-error.ts';
import { sendError } from '../http/send-error.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { openAiError } from '../protocols/openai/openai-error.ts';

/** What a token without limit is said to have. */
const UNLIMITED = 100_000_000;
/** Use is told in hundredths of what limits are told in. */
const HUNDREDTHS = 100;

type BillingPorts = Pick<RelayPorts, 'view' | 'clock' | 'refused' | 'quotas' | 'log'>;
type Told = QuotaUse & { readonly limitIsTold: boolean; readonly untilS: number };

/** What OpenAI once told of an account, of a token or its user (docs/behaviour.md#billing-routes). */
export class BillingHandler {
  readonly #ports: BillingPorts;
  readonly #gate: TokenGate;

  constructor(ports: BillingPorts) {
    this.#ports = ports;
    this.#gate = new TokenGate(ports);
  }

  readonly subscription = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, ({ given, limitIsTold, untilS }) => {
      const limit = limitIsTold ? this.#shown(given) : UNLIMITED;
      return {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: limit,
        hard_limit_usd: limit,
        system_hard_limit_usd: limit,
        access_until: untilS,
      };
    });

  readonly usage = (request: Request, response: Response): Promise<void> =>
    this.#forToken(request, response, ({ used }) => ({
      object: 'list',
      total_usage: this.#shown(used * HUNDREDTHS),
    }));

  /** In US dollars, or in quota units where the operator shows these. */
  #shown(amount: number): number {
    const { DisplayInCurrencyEnabled, QuotaPerUnit } = this.#ports.view.options;
    return DisplayInCurrencyEnabled ? amount / QuotaPerUnit : amount;
  }

  async #told({ tokenId, unlimited, expiredTime, user }: TokenView): Promise<Told> {
    const { quotas, view } = this.#ports;
    if (!view.options.DisplayTokenStatEnabled)
      return { ...(await quotas.ofUser(user.userId)), limitIsTold: true, untilS: 0 };
    const untilS = expiredTime === TOKEN_NEVER_EXPIRES ? 0 : expiredTime;
    return { ...(await quotas.ofToken(tokenId)), limitIsTold: !unlimited, untilS };
  }

  async #forToken(request: Request, response: Response, answer: (told: Told) => object): Promise<void> {
    try {
      const admitted = await this.#gate.identify(request);
      if (admitted instanceof RelayError) return sendError(request, response, admitted, openAiError);
      response.status(200).json(answer(await this.#told(admitted.token)));
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) this.#ports.log.warn({ err: error }, 'quotas could not be read');
      const unavailable = RelayError.unavailable('what was used cannot be read at the moment');
      sendError(request, response, unavailable, openAiError);
    }
  }
}
