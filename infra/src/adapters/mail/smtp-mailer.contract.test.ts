import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Mailer } from '@ledgate/api/ports';
import { MAIL_LIMIT_MS } from './limits.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const DRIBBLE_MS = 200;

/** A mail server that takes what it is told to take. */
class SmtpServer {
  readonly mails: { readonly account: string; readonly source: string }[] = [];
  /** What it answers to each recipient. */
  recipient = '250 ok';
  offersAuth = true;
  isSilent = false;
  /** From which command on it answers a byte at a time, without end; '' from its greeting on. */
  dribblesAt: string | undefined;
  readonly sockets = new Set<Socket>();
  readonly #server: Server = createServer({ allowHalfOpen: true }, (socket) => this.#talk(socket));

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #talk(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    socket.on('end', () => this.dribblesAt === undefined && socket.end());
    if (this.isSilent) return void socket.resume();
    let [rest, account, isData] = ['', '', false];
    const say = (text: string): void => void socket.write(`${text}\r\n`);
    const dribble = (): void => {
      const timer = setInterval(() => socket.write('2'), DRIBBLE_MS);
      socket.on('close', () => clearInterval(timer));
    };
    if (this.dribblesAt === '') return dribble();
    say('220 mail.example');
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1');
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = rest.indexOf(end);
        if (at < 0) return;
        const line = rest.slice(0, at);
        rest = rest.slice(at + end.length);
        if (!isData && this.dribblesAt !== undefined && line.startsWith(this.dribblesAt)) return dribble();
        if (isData) {
          this.mails.push({ account, source: line });
          isData = false;
          say('250 kept');
        } else if (/^EHLO/i.test(line))
          say(this.offersAuth ? '250-mail.example\r\n250 AUTH PLAIN' : '250 mail.example');
        else if (/^AUTH PLAIN /i.test(line)) {
          account = Buffer.from(line.slice(11), 'base64').toString().replaceAll('\0', ' ').trim();
          say(account.endsWith('wrong') ? `535 not ${account.split(' ')[1] ?? ''}` : '235 welcome');
        } else if (/^RCPT/i.test(line)) say(this.recipient);
        else if (/^DATA/i.test(line)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  }
}

let server: SmtpServer;
let mailer: Mailer;
let options: Parameters<typeof createSmtpMailer>[0] extends () => infer Options ? Options : never;
beforeEach(async () => {
  server = new SmtpServer();
  options = {
    SMTPServer: '127.0.0.1',
    SMTPPort: await server.open(),
    SMTPSSLEnabled: false,
    SMTPAccount: 'gate@example.com',
    SMTPFrom: '',
    SMTPToken: 'mail-secret',
    SystemName: 'Gate, "the" <one>',
  };
  mailer = createSmtpMailer(() => options);
});
afterEach(() => server.close());

const mail = { to: 'ada@example.com', subject: 'Grüße', text: 'One line\n.\nand another' };
const header = (name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(server.mails[0]?.source.replaceAll(/\r\n[ \t]/g, ' ') ?? '')?.[1]?.trim() ??
  '';

const LATE_MS = 2_000;
/** Until its last connection is closed, which it does not do itself. */
async function nobodyAt({ sockets }: SmtpServer): Promise<void> {
  for (let tries = 0; sockets.size > 0 && tries < 50; tries += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  expect(sockets.size).toBe(0);
}

describe('a mail by SMTP', () => {
  it('has its sender, receiver, subject, date and id, and comes by the account', async () => {
    await mailer.send({ ...mail, id: 'low-balance-7-12' });
    expect(server.mails[0]?.account).toBe('gate@example.com mail-secret');
    expect(header('to')).toBe('ada@example.com');
    expect(header('from')).toContain('<gate@example.com>');
    expect(header('message-id')).toBe('<low-balance-7-12@example.com>');
    expect(header('subject')).toMatch(/^=\?UTF-8\?/i);
    expect(Number.isFinite(Date.parse(header('date')))).toBe(true);
  });

  it('comes without an account where none is set, from the sender of the settings', async () => {
    server.offersAuth = false;
    options = { ...options, SMTPAccount: '', SMTPToken: '', SMTPFrom: 'no-reply@example.org' };
    await mailer.send(mail);
    expect([server.mails[0]?.account, header('from')]).toEqual(['', expect.stringContaining('<no-reply@example.org>')]);
  });

  it('fails with the words of the server, and never with the password', async () => {
    server.recipient = '550 no such mailbox';
    await expect(mailer.send(mail)).rejects.toThrow(/no such mailbox/);
    options = { ...options, SMTPToken: 'the password is wrong' };
    const error = await mailer.send(mail).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('the password is wrong');
    expect(server.mails).toEqual([]);
  });

  it('fails where there is no server, and where none is set', async () => {
    options = { ...options, SMTPPort: 1 };
    await expect(mailer.send(mail)).rejects.toThrow(/ECONNREFUSED/);
    options = { ...options, SMTPServer: ' ' };
    await expect(mailer.send(mail)).rejects.toThrow('no mail server is set');
  });

  it('fails after 10 s where the server says nothing, which keeps no connection', async () => {
    server.isSilent = true;
    await expect(mailer.send(mail)).rejects.toThrow(/time|10 s/i);
    await nobodyAt(server);
  }, 15_000);

  it('fails after 10 s where the server answers a byte at a time, from whenever on, which keeps no connection', async () => {
    const dribbling = await Promise.all(
      ['', 'EHLO', 'RCPT', 'DATA'].map(async (dribblesAt) => {
        const each = Object.assign(new SmtpServer(), { dribblesAt });
        const reached = { ...options, SMTPPort: await each.open() };
        return { each, sending: createSmtpMailer(() => reached).send(mail) };
      }),
    );
    const began = performance.now();
    await Promise.all(dribbling.map(({ sending }) => expect(sending).rejects.toThrow('no answer within 10 s')));
    expect(performance.now() - began).toBeLessThan(MAIL_LIMIT_MS + LATE_MS);
    for (const { each } of dribbling) {
      await nobodyAt(each);
      await each.close();
    }
  }, 15_000);
});
