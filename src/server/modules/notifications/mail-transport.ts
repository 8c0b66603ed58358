import type { SendMailOptions } from 'nodemailer';
import type { MailSettings } from '#server/config/mail-settings.ts';
import type { WaitingMail } from './mail-outbox.queries.ts';

/** An email that was not sent, and whether a retry may help. */
export class MailRefused extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'MailRefused';
    this.isFinal = isFinal;
  }
}

type Mail = Pick<WaitingMail, 'recipient' | 'subject' | 'body'>;

export interface MailTransport {
  /** Hands an email to the mail server and resolves with its answer. Throws MailRefused. */
  send(mail: Mail): Promise<string>;
  close(): void;
}

/** Exactly one address: no list, no name, no line break. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\]]+$/;
const SECOND_MS = 1_000;

/**
 * The mail server of `SMTP_URL`. A remote one must offer TLS: neither the password nor customers' emails cross
 * a network unencrypted. nodemailer is imported only where mail is sent.
 */
export async function openMailTransport({ smtpUrl, from }: MailSettings): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(smtpUrl));
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      try {
        return (await transport.sendMail(message)).response;
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Options for nodemailer: every wait is limited, and all together are shorter than the lease of an email. */
export function transportOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
  return {
    pool: true as const,
    maxConnections: 1,
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    // A local mail server often has a self-signed certificate.
    ignoreTLS: !isSecure && isLocal,
    tls: { minVersion: 'TLSv1.2' as const },
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    dnsTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Builds a plain-text email to one address. Throws MailRefused for an invalid address, which users can enter. */
export function messageOf({ recipient, subject, body }: Mail, from: string): SendMailOptions {
  if (!ADDRESS.test(recipient)) throw new MailRefused('收件地址无效', { isFinal: true });
  return {
    from,
    // An object is never parsed as a list.
    to: { name: '', address: recipient },
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200),
    text: body,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Permanent SMTP replies about a recipient: no such mailbox, or not on this server. */
const NO_MAILBOX = new Set([550, 551, 553]);
/**
 * The same as RFC 3463 status codes: address errors, except the sender's (7, 8), disabled mailboxes, and 5.0.0, which
 * gives no cause.
 */
const NO_MAILBOX_STATUS = /^5\.(?:1\.(?!7\b|8\b)\d+|2\.1|0\.0)$/;

/**
 * Only a refused recipient is final. Refusals because of the sender, relaying, a policy or a full server apply to all
 * emails until a setting changes or the server recovers.
 */
function asRefusal(error: unknown): MailRefused {
  const { command, responseCode, response, message } = error as {
    command?: unknown;
    responseCode?: unknown;
    response?: unknown;
    message: string;
  };
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? [];
  const isFinal =
    command === 'RCPT TO' &&
    (status === undefined ? NO_MAILBOX.has(Number(responseCode)) : NO_MAILBOX_STATUS.test(status));
  return new MailRefused(message, { isFinal, cause: error });
}
