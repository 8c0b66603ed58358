import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSender, type Api, type WireAnswer, type WireRequest } from '../app/api.ts';
import { createTemporaryDirectory } from '../processes/run-server.ts';
import { exchangeOverHttp, type Secured } from '../processes/served-app.ts';

const deploy = fileURLToPath(new URL('../../../deploy/nginx/', import.meta.url));
const programs = (names: string[]) => names.find((name) => existsSync(name));

/** The system's files, where they exist. */
export const nginx = programs(['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/nginx/sbin/nginx']);
export const openssl = programs(['/usr/bin/openssl', '/usr/local/bin/openssl']);

const NAME = 'quote.example.com';

interface Ports {
  http: number;
  https: number;
  /** Replaces the IPv6 addresses, which some machines lack. */
  further: [number, number];
}

/** The files of deploy/nginx with other ports, and the certificate of a directory. Throws when a line to replace is missing. */
export async function adaptNginxFiles(
  directory: string,
  replicas: readonly [number, number],
  ports: Ports,
): Promise<string> {
  const [site = '', upstream = ''] = await Promise.all(
    ['quotemill.conf', 'quotemill-upstream.conf'].map((name) => readFile(join(deploy, name), 'utf8')),
  );
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen [::]:80;', `listen 127.0.0.1:${ports.further[0]};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['listen [::]:443 ', `listen 127.0.0.1:${ports.further[1]} `],
    ['/etc/nginx/quotemill/', `${directory}/`],
    ['/var/log/nginx/', `${directory}/`],
    ['server 127.0.0.1:3001 ', `server 127.0.0.1:${replicas[0]} `],
    ['server 127.0.0.1:3002 ', `server 127.0.0.1:${replicas[1]} `],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx does not say "${from}"`);
    return text.replaceAll(from, to);
  }, `${upstream}\n${site}`);
}

export interface Proxy extends Pick<Api, 'send' | 'signIn'> {
  /** `https://127.0.0.1:43210` */
  address: string;
  /** The port of plain HTTP. */
  httpPort: number;
  secured: Secured;
  exchange(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** nginx with the files of deploy/nginx in front of two replicas, with a certificate made for it. */
export async function startNginx(program: string, replicas: readonly [number, number]): Promise<Proxy> {
  const directory = await createTemporaryDirectory('quotemill-nginx-');
  makeCertificate(directory.path);
  const [http, https, ...further] = await freePorts(4);
  const ports: Ports = { http: http ?? 0, https: https ?? 0, further: [further[0] ?? 0, further[1] ?? 0] };
  const site = await adaptNginxFiles(directory.path, replicas, ports);
  const file = join(directory.path, 'nginx.conf');
  await mkdir(join(directory.path, 'temporary'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map(
    (name) => `${name}_temp_path ${directory.path}/temporary/${name};`,
  );
  await writeFile(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `daemon off; worker_processes 1; pid ${directory.path}/pid; error_log stderr warn;`,
      'events { worker_connections 1024; }',
      'http {',
      ...temporary,
      'access_log off;',
      site,
      '}',
    ].join('\n'),
  );
  execFileSync(program, ['-t', '-q', '-c', file], { stdio: 'pipe' });
  const child = spawn(program, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const ended = once(child, 'close');
  while (!(await isOpen(ports.https))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${words}`);
  }
  const secured = { ca: await readFile(join(directory.path, 'fullchain.pem')), servername: NAME };
  const address = `https://127.0.0.1:${ports.https}`;
  const exchange = (request: WireRequest) =>
    exchangeOverHttp(address, { ...request, headers: { host: NAME, ...request.headers } }, secured);
  return {
    address,
    httpPort: ports.http,
    secured,
    exchange,
    ...createSender(exchange),
    async close() {
      child.kill('SIGTERM');
      await ended;
      await directory.remove();
    },
  };
}

function makeCertificate(directory: string): void {
  if (openssl === undefined) throw new Error('no openssl here to make a certificate with');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const paths = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '2'];
  execFileSync(openssl, ['req', '-x509', ...key, ...paths, ...subject], { stdio: 'pipe' });
}

/** A port that is free now; another process may take it first. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
