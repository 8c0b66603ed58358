import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { percentile, startOpenLoad } from '../load/open-load.ts';

const program = `
  const body = Buffer.alloc(2000, 'x');
  const server = require('node:http').createServer((request, response) => response.end(body));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.on('disconnect', () => process.exit());
`;

/** Response times of a server that does nothing, in ms. */
export interface BareTimes {
  p50: number;
  p99: number;
}

/**
 * Requests a bare HTTP server in a separate process ten times a second. Its delays measure the load that other work puts
 * on the machine.
 */
export async function timeBareServer(seconds: number): Promise<BareTimes> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const operation = { name: 'bare', perSecond: 10, next: () => ({ method: 'GET' as const, path: '/' }) };
    const load = startOpenLoad(`http://127.0.0.1:${port}`, [operation], { seconds });
    await load.done;
    const times = load.arrived.map(({ elapsedMs }) => elapsedMs);
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  } finally {
    child.kill();
  }
}
