import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'vitest';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** A body that is being sent. */
interface Sent {
  socket: Socket;
  status: () => number;
  text: () => string;
}

/** A listening server that compares documents, and one that it has issued. */
export interface Receiver {
  app: TestApp;
  pdf: Buffer;
  /** Sends the head and a part of the body from this address, and keeps the connection. */
  begin: (from: string, length: number, part?: Buffer) => Sent;
  close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const app = await createTestApp();
  const who = { as: 'demo' };
  const item = buildItem(await readCatalogue(app));
  const { data: id } = await place(app, who, await buildOrder(app, who, [item]));
  const { code } = (await app.send('GET', `/order/${String(id)}/document`, who)).data as { code: string };
  const headers = { authorization: `Bearer ${await app.signIn('demo')}` };
  const url = `/api/v1/order/${String(id)}/quotation.pdf`;
  const pdf = (await app.http.inject({ url, headers })).rawPayload;
  const path = `/api/v1/public/quotation/${code}/file`;
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    app,
    pdf,
    begin(from, length, part = Buffer.from('%PDF-1.7')) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      sockets.push(socket);
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString()));
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: ${length}\r\n\r\n`,
      );
      socket.write(part);
      const status = () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      return { socket, status, text: () => text };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await app.close();
    },
  };
}

export async function answered(sent: Sent): Promise<number> {
  await expect.poll(sent.status).toBeGreaterThan(0);
  return sent.status();
}
