import { connect, createServer, type AddressInfo } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** How many answers never reached their client. */
  cuts(): number;
  close(): Promise<void>;
}

/**
 * Passes every request on and drops what comes back: the client's connection breaks at the first byte of the answer, as
 * when a network fails between the server's work and its word.
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
