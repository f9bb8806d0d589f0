import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { MailServer } from '../doubles/mail-server.ts';

const nothing = z.unknown();

type PersonWithEmail = {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Signed in. */
  readonly session: ConsoleSession;
};

/** The mail server of a product, and people of it who have an e-mail. */
export class Mailbox {
  readonly server: MailServer;

  private constructor(server: MailServer) {
    this.server = server;
  }

  /** Its links lead to `url`. */
  static async of(url: string): Promise<Mailbox> {
    const mailbox = new Mailbox(await MailServer.open());
    const root = await ConsoleClient.signedIn(url, 'root', '123456');
    for (const [key, value] of Object.entries({
      SMTPServer: '127.0.0.1',
      SMTPPort: mailbox.server.port,
      SMTPFrom: 'gate@example.com',
      ServerAddress: url,
    }))
      await root.put('/api/option/', nothing, { key, value });
    return mailbox;
  }

  /** A new person at `url` who has proved the e-mail `{username}@example.com`. */
  async person(url: string, username: string): Promise<PersonWithEmail> {
    const [email, password] = [`${username}@example.com`, 'a long secret'];
    const root = await ConsoleClient.signedIn(url, 'root', '123456');
    await root.post('/api/user/', nothing, { username, display_name: username, password });
    const session = await sessionOf(url, username, password);
    if (session === undefined) throw new Error(`${username} cannot sign in`);
    const code = await this.codeFor(url, email);
    const bound = await session.call('GET', bindCall(email, code));
    if (bound.json.success !== true) throw new Error(`${email} was not bound: ${bound.json.message ?? ''}`);
    return { username, email, password, session };
  }

  /** Asks for a code that proves an e-mail. */
  async codeFor(url: string, email: string): Promise<string> {
    await this.#asked(url, `/api/verification?email=${encodeURIComponent(email)}`);
    return /^([A-Z0-9]{6})\r?$/m.exec(this.server.textTo(email))?.[1] ?? '';
  }

  /** Asks for a new password; answers what its link is sent with. */
  async resetOf(url: string, email: string): Promise<{ readonly email: string; readonly token: string }> {
    await this.#asked(url, `/api/reset_password?email=${encodeURIComponent(email)}`);
    return { email, token: /[?&]token=([0-9a-f]{32})/.exec(this.server.textTo(email))?.[1] ?? '' };
  }

  close(): Promise<void> {
    return this.server.close();
  }

  async #asked(url: string, path: string): Promise<void> {
    const { json } = await new ConsoleSession(url).call('GET', path);
    if (json.success !== true) throw new Error(`${path}: ${json.message ?? ''}`);
  }
}

export const bindCall = (email: string, code: string): string =>
  `/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`;

/** undefined where the password is another. */
export async function sessionOf(url: string, username: string, password: string): Promise<ConsoleSession | undefined> {
  const session = new ConsoleSession(url);
  const { json } = await session.call('POST', '/api/user/login', { username, password });
  if (json.success !== true) return undefined;
  session.userId = (json.data as { readonly id: number }).id;
  return session;
}
