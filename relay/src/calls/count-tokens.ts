import type { UserId } from '@ledgate/domain/shared/ids';
import type { Request, Response } from 'express';
import { routeOf } from '../access/routing.ts';
import { RelayError } from '../errors/relay-error.ts';
import { modelInPath } from '../http/model-in-path.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendWhole } from '../http/send-whole.ts';
import { FREE_COUNT_CHARACTERS_MAX, FREE_COUNT_SMALL_CHARACTERS } from '../limits.ts';
import { MODES } from '../modes/modes.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import type { CountProtocol } from '../protocols/protocol.ts';
import { encodingOf, charactersIn } from '../usage/token-counter.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { Intake, type Taken } from './intake.ts';
import { refusalWithoutBalance } from './quota-refusal.ts';

/**
 * How long a prompt is, in a protocol that can ask for it, as we count it (docs/behaviour.md#messages). Nothing goes up, nothing is charged, and there
 * is no row in the log. Since it costs nothing, the texts of a prompt have a limit, and so have those of one user at a time; a picture is not looked at.
 */
export class CountTokens {
  readonly #ports: RelayPorts;
  readonly #protocol: CountProtocol;
  readonly #intake: Intake;
  /** Characters that are being counted, by user. */
  readonly #characters = new Map<UserId, number>();

  constructor(ports: RelayPorts, protocol: CountProtocol) {
    this.#ports = ports;
    this.#protocol = protocol;
    this.#intake = new Intake(ports, { form: protocol.error, isConverted: true, isJson: true }, (taken) =>
      this.#serve(taken),
    );
  }

  /** Never rejects. */
  get handle(): (http: Request, response: Response) => Promise<void> {
    return this.#intake.handle;
  }

  async #serve({ http, response, admitted, bytes }: Taken): Promise<RelayError | undefined> {
    const { cashier, counter, providers, view } = this.#ports;
    const json = parseJsonRequest(bytes, http.headers['content-type'], modelInPath(http));
    if (json instanceof RelayError) return json;
    const route = await routeOf(admitted, json.model, view);
    if (route instanceof RelayError) return route;
    const request = this.#protocol.parse(json, http);
    if (request instanceof RelayError) return request;
    const [channel] = route.channels;
    const policy = channel === undefined ? undefined : providers.providerOf(channel.type)?.policy;
    const { texts, fixedTokens } = MODES.chat.promptTexts(request, json.model, policy?.picturesUnseen === true, false);
    const characters = charactersIn(texts);
    const { userId } = admitted.token.user;
    const full = this.#hold(userId, characters);
    if (full !== undefined) return full;
    try {
      const refusal =
        characters > FREE_COUNT_SMALL_CHARACTERS
          ? await refusalWithoutBalance(cashier, view, admitted.token, requestIdOf(response))
          : undefined;
      if (refusal !== undefined) return refusal;
      const { tokens } = await counter.count(encodingOf(json.model), texts, 'free');
      const answer = this.#protocol.answer(tokens + fixedTokens);
      sendWhole(response, { 'content-type': 'application/json' }, Buffer.from(JSON.stringify(answer)));
      return undefined;
    } finally {
      this.#release(userId, characters);
    }
  }

  /** Why these characters of a user are not counted now, and nothing is held then. */
  #hold(user: UserId, characters: number): RelayError | undefined {
    if (characters > FREE_COUNT_CHARACTERS_MAX) {
      const problem = `the prompt has ${characters} characters, and at most ${FREE_COUNT_CHARACTERS_MAX} are counted`;
      return RelayError.own(413, 'request_too_large', problem);
    }
    const held = (this.#characters.get(user) ?? 0) + characters;
    if (held > FREE_COUNT_CHARACTERS_MAX)
      return RelayError.tooMany('as many characters of this user are being counted as may be at a time');
    this.#characters.set(user, held);
    return undefined;
  }

  #release(user: UserId, characters: number): void {
    const held = (this.#characters.get(user) ?? 0) - characters;
    if (held > 0) this.#characters.set(user, held);
    else this.#characters.delete(user);
  }
}
