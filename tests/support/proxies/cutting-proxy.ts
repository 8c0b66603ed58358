import { connect, createServer, type AddressInfo } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** The number of responses that did not reach their client. */
  cuts(): number;
  close(): Promise<void>;
}

/**
 * Forwards every request and drops the response: the client's connection breaks at its first byte, as when the network
 * fails after the server has done the work.
 */
export async function startCuttingProxy(toPort: number): Promise<CuttingProxy> {
  let cuts = 0;
  const proxy = createServer((client) => {
    const server = connect({ port: toPort, host: '127.0.0.1' });
    client.pipe(server);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    server.once('data', () => {
      cuts += 1;
      client.resetAndDestroy();
      server.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    cuts: () => cuts,
    close: () => new Promise((resolve) => void proxy.close(() => resolve())),
  };
}
