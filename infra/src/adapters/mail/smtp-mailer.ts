import type { Mail, Mailer } from '@ledgate/api/ports';
import type { OptionValues } from '@ledgate/domain/options/values';
import { createTransport } from 'nodemailer';
import { MAIL_LIMIT_MS, MAIL_PROBLEM_CHARACTERS_MAX, MAILS_AT_A_TIME_MAX } from './limits.ts';

type MailOptions = Pick<
  OptionValues,
  'SMTPServer' | 'SMTPPort' | 'SMTPSSLEnabled' | 'SMTPAccount' | 'SMTPFrom' | 'SMTPToken' | 'SystemName'
>;

/** Where TLS begins with the connection (RFC 8314, 3.3). */
const PORT_OF_TLS = 465;

/**
 * Sends by the mail server of the settings as they are at that moment: TLS from the start on port 465 or where SMTPSSLEnabled says so, else STARTTLS where it
 * is offered, before the password. Rejects with an Error whose message says why, in the server's words where it has spoken; the password is never in it.
 */
export function createSmtpMailer(options: () => MailOptions): Mailer {
  let running = 0;
  return {
    async send(mail) {
      if (running >= MAILS_AT_A_TIME_MAX) throw new Error(`${MAILS_AT_A_TIME_MAX} other mails are being sent`);
      running += 1;
      try {
        await sendBy(options(), mail);
      } finally {
        running -= 1;
      }
    },
  };
}

async function sendBy(options: MailOptions, { to, subject, text, id }: Mail): Promise<void> {
  const { SMTPServer, SMTPPort: port, SMTPSSLEnabled, SMTPAccount: user, SMTPToken: pass, SystemName: name } = options;
  const host = SMTPServer.trim();
  if (host === '') throw new Error('no mail server is set');
  const address = sender(options);
  const transport = createTransport({
    host,
    port,
    secure: SMTPSSLEnabled || port === PORT_OF_TLS,
    ...(user === '' && pass === '' ? {} : { auth: { user, pass } }),
    // When it is over, whatever came of it, nothing is left to hear: a server that goes on talking, or does not close, holds no connection.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const inTime = AbortSignal.timeout(MAIL_LIMIT_MS);
  const sending = transport.sendMail({
    signal: inTime,
    from: { name, address },
    to: { name: '', address: to },
    subject,
    text,
    ...(id === undefined ? {} : { messageId: `<${id}@${address.split('@')[1] ?? host}>` }),
  });
  await sending.catch((error: unknown) => {
    const reason = inTime.aborted ? `no answer within ${MAIL_LIMIT_MS / 1_000} s` : reasonOf(error, pass);
    throw new Error(reason, { cause: error });
  });
}

const sender = (options: MailOptions): string => options.SMTPFrom.trim() || options.SMTPAccount.trim();

/** On one line and not too long. */
function reasonOf(error: unknown, password: string): string {
  const said = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
  const masked = password === '' ? said : said.replaceAll(password, '***');
  return masked.slice(0, MAIL_PROBLEM_CHARACTERS_MAX);
}
