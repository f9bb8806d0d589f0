import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const DRIBBLE_MS = 200;

type Received = {
  /** As `name password`; '' where nobody signed in. */
  readonly account: string;
  /** Of the envelope. */
  readonly to: string;
  /** As it came, headers first. */
  readonly source: string;
};

/** A mail server by SMTP, without TLS, that takes what it is told to take. */
export class MailServer {
  readonly mails: Received[] = [];
  /** What it answers to each recipient. */
  recipient = '250 ok';
  offersAuth = true;
  isSilent = false;
  /** From which command on it answers a byte at a time, without end; '' from its greeting on. */
  dribblesAt: string | undefined;
  readonly sockets = new Set<Socket>();
  readonly #server: Server = createServer({ allowHalfOpen: true }, (socket) => this.#talk(socket));

  static async open(): Promise<MailServer> {
    const server = new MailServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The text of the newest mail to an address; '' where there is none. */
  textTo(email: string): string {
    const { source = '' } = this.mails.findLast(({ to }) => to === email) ?? {};
    const at = source.indexOf('\r\n\r\n');
    const [head, body] = [source.slice(0, at), source.slice(at + 4)];
    const [, encoding = ''] = /^content-transfer-encoding: *(\S+)/im.exec(head) ?? [];
    if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString();
    if (encoding.toLowerCase() !== 'quoted-printable') return body;
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  }

  #talk(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    socket.on('end', () => this.dribblesAt === undefined && socket.end());
    if (this.isSilent) return void socket.resume();
    let [rest, account, to, isData] = ['', '', '', false];
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
          this.mails.push({ account, to, source: line.replaceAll('\r\n..', '\r\n.') });
          isData = false;
          say('250 kept');
        } else if (/^EHLO/i.test(line))
          say(this.offersAuth ? '250-mail.example\r\n250 AUTH PLAIN' : '250 mail.example');
        else if (/^AUTH PLAIN /i.test(line)) {
          account = Buffer.from(line.slice(11), 'base64').toString().replaceAll('\0', ' ').trim();
          say(account.endsWith('wrong') ? `535 not ${account.split(' ')[1] ?? ''}` : '235 welcome');
        } else if (/^RCPT/i.test(line)) {
          to = /<(.*?)>/.exec(line)?.[1] ?? '';
          say(this.recipient);
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  }
}
