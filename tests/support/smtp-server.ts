import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  source: string;
}

/** A real mail server on loopback that stores the mail it receives. */
export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  /** The code it returns for recipients from now on; undefined accepts. */
  refuseWith(code: number | undefined): void;
  /** The credentials received, in order. */
  logins: string[];
  close(): Promise<void>;
}

/** `auth`: requires this user and password, also unencrypted. TLS is not offered. */
export async function startSmtpServer(auth?: { user: string; pass: string }): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !auth,
    onAuth({ username, password }, _session, done) {
      logins.push(`${username}:${password}`);
      if (username === auth?.user && password === auth?.pass) return done(null, { user: username });
      done(new Error('wrong password'));
    },
    onRcptTo(_address, _session, done) {
      if (refusal === undefined) return done();
      done(Object.assign(new Error('not this one'), { responseCode: refusal }));
    },
    onData(stream, { envelope }, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (text: string) => (source += text));
      stream.on('end', () => {
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
    refuseWith: (code) => void (refusal = code),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
