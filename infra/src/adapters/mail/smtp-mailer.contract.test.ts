import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Mailer } from '@ledgate/api/ports';
import { MailServer } from '../../../test/doubles/mail-server.ts';
import { MAIL_LIMIT_MS } from './limits.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let server: MailServer;
let mailer: Mailer;
let options: Parameters<typeof createSmtpMailer>[0] extends () => infer Options ? Options : never;
beforeEach(async () => {
  server = await MailServer.open();
  options = {
    SMTPServer: '127.0.0.1',
    SMTPPort: server.port,
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
async function nobodyAt({ sockets }: MailServer): Promise<void> {
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
    expect(server.textTo('ada@example.com').trim()).toBe('One line\n.\nand another'.replaceAll('\n', '\r\n'));
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
        const each = Object.assign(await MailServer.open(), { dribblesAt });
        const reached = { ...options, SMTPPort: each.port };
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
