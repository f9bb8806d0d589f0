import type {
  OutboundAnswer,
  OutboundCall,
  OutboundCalls,
  OutboundFailure,
  OutboundProblem,
} from '@ledgate/domain/ports/outbound-calls';

type Outside = (call: OutboundCall) => OutboundAnswer | OutboundProblem | Promise<OutboundAnswer | OutboundProblem>;

/** A whole answer. */
export const answered = (
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): OutboundAnswer => ({
  kind: 'answered',
  status,
  headers,
  body,
});

const failed = (problem: OutboundProblem): OutboundFailure => ({ kind: 'failed', problem });

/** A world outside in memory: what stands at no address of it is unknown. */
export class FakeOutbound implements OutboundCalls {
  readonly at = new Map<string, Outside>();
  /** Addresses that would not be asked. */
  readonly refused = new Map<string, OutboundProblem>();
  readonly asked: OutboundCall[] = [];

  async ask(call: OutboundCall): Promise<OutboundAnswer | OutboundFailure> {
    this.asked.push(call);
    const refused = this.refused.get(call.url);
    const answer = refused ?? (await this.at.get(call.url)?.(call)) ?? 'unknown_host';
    if (typeof answer === 'string') return failed(answer);
    if (call.bytesMax !== undefined && answer.body.length > call.bytesMax) return failed('too_large');
    return call.hold?.(answer.body.length) === false ? failed('no_room') : answer;
  }

  refusalOf(url: string): Promise<OutboundFailure | undefined> {
    const refused = this.refused.get(url);
    return Promise.resolve(refused === undefined ? undefined : failed(refused));
  }
}
