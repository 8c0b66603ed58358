import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As received over the wire. */
  source: string;
}

interface Refusal {
  command?: 'MAIL FROM' | 'RCPT TO' | 'DATA';
  text?: string;
}

/** A real mail server on loopback that stores the mail it receives. */
export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  /** The code it returns from now on, for recipients unless another command is given; undefined accepts. */
  refuseWith(code: number | undefined, how?: Refusal): void;
  /** The credentials received, in order. */
  logins: string[];
  close(): Promise<void>;
}

/** `auth`: requires this user and password, also unencrypted. TLS is not offered. */
export async function startSmtpServer(auth?: { user: string; pass: string }): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  let refusal: (Refusal & { code: number }) | undefined;
  const errorFor = (command: Refusal['command']) =>
    refusal && refusal.command === command
      ? Object.assign(new Error(refusal.text), { responseCode: refusal.code })
      : undefined;
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !auth,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username}:${password}`);
      if (username === auth?.user && password === auth?.pass) return done(null, { user: username });
      done(new Error('wrong password'));
    },
    onMailFrom: (_address, _session, done) => done(errorFor('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(errorFor('RCPT TO')),
    onData(stream, { envelope }, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (text: string) => (source += text));
      stream.on('end', () => {
        const error = errorFor('DATA');
        if (error) return done(error);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    logins,
    refuseWith(code, { command = 'RCPT TO', text = 'not this one' } = {}) {
      refusal = code === undefined ? undefined : { code, command, text };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
