import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { epaySign } from '@ledgate/api/topup/epay';

type Form = Readonly<Record<string, string>>;

const PID = '1001';
const KEY = 'the key of the merchant';
/** What its page says on the button that pays, for whoever looks for it. */
export const PAY_HERE = 'Pay here';

/** A payment provider by the epay scheme: takes the form that a browser posts, calls back when somebody pays, and answers for its orders. */
export class EpayProvider {
  /** What was posted, by its order's number. */
  readonly posted = new Map<string, Form>();
  /** Money that was paid, by order. */
  readonly paid = new Map<string, string>();
  /** What the callbacks of its own page were answered. */
  readonly answers: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  static async open(): Promise<EpayProvider> {
    const provider = new EpayProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What an operator sets to be paid by it at the console of `address`. */
  options(address: string): Readonly<Record<string, string>> {
    return { ServerAddress: address, PayAddress: this.url, EpayId: PID, EpayKey: KEY };
  }

  /** The query of a signed callback. */
  callback(order: Form): string {
    const fields = {
      pid: PID,
      trade_no: `provider-${order['out_trade_no']}`,
      out_trade_no: order['out_trade_no'] ?? '',
      type: order['type'] ?? '',
      name: order['name'] ?? '',
      money: order['money'] ?? '',
      trade_status: 'TRADE_SUCCESS',
    };
    return new URLSearchParams({ ...fields, sign: epaySign(fields, KEY), sign_type: 'MD5' }).toString();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    if (pathname === '/submit.php') return this.#page(await formIn(request), response);
    if (pathname === '/pay') return this.#pay(searchParams.get('order') ?? '', response);
    const number = searchParams.get('out_trade_no') ?? '';
    const money = this.paid.get(number);
    const told = { code: 1, msg: 'found', pid: PID, out_trade_no: number };
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify(
        money === undefined
          ? { ...told, status: 0, money: '0.00' }
          : { ...told, status: 1, money, trade_no: `provider-${number}`, type: this.posted.get(number)?.['type'] },
      ),
    );
  }

  #page(form: Form, response: ServerResponse): void {
    const { sign, ...signed } = form;
    const number = form['out_trade_no'] ?? '';
    if (sign !== epaySign(signed, KEY)) {
      response.writeHead(403).end('wrong sign');
      return;
    }
    this.posted.set(number, form);
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>epay</title><h1>${form['money']}</h1><a href="/pay?order=${encodeURIComponent(number)}">${PAY_HERE}</a>`,
    );
  }

  /** Calls back, then leads the payer where he came from. */
  async #pay(number: string, response: ServerResponse): Promise<void> {
    const form = this.posted.get(number) ?? {};
    this.paid.set(number, form['money'] ?? '');
    this.answers.push(await (await fetch(`${form['notify_url']}?${this.callback(form)}`)).text());
    response.writeHead(302, { Location: form['return_url'] }).end();
  }
}

async function formIn(request: IncomingMessage): Promise<Form> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString()));
}
