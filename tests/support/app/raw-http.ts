import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends raw bytes to a port and reads until the server closes the connection or is silent for 8 s. Undefined
 * when it closed without a response.
 */
export function sendBytes(port: number, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(chunks).toString('utf8')));
    };
    socket.setTimeout(8_000, finish);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks))) finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close during our write; its earlier response counts.
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') finish();
      else reject(error);
    });
    socket.on('close', finish);
    socket.write(bytes);
  });
}

function isWhole(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(bytes.subarray(0, headEnd).toString('latin1'))?.[1];
  return length !== undefined && bytes.length >= headEnd + 4 + Number(length);
}

function parseAnswer(text: string): RawAnswer | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1];
  if (status === undefined) return undefined;
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(status), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}
