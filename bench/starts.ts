import { setTimeout as delay } from 'node:timers/promises';
import { launchServer, runServer } from '../tests/support/processes/run-server.ts';
import { inDataDirectory } from './built-server.ts';
import { median, type Figure, type Part } from './figure.ts';
import { rssMegabytes } from './rss.ts';
import { atScale } from './scale.ts';

const FIRST_STARTS = atScale(1, 3);
const SECOND_STARTS = atScale(1, 7);
const SETTLE_MS = atScale(0, 15_000);

/** The time from `spawn` until the server prints its URL, and its memory at that moment. */
export const starts: Part = {
  title: 'Start and idle memory',
  async measure() {
    const first: number[] = [];
    const second: number[] = [];
    const memory: number[] = [];
    const refused: number[] = [];
    for (let n = 0; n < FIRST_STARTS; n += 1) {
      await inDataDirectory(async (dataDir) => {
        const server = await runServer(dataDir);
        first.push(server.readyMs);
        await server.stop();
        const isLast = n === FIRST_STARTS - 1;
        for (let again = 0; again < (isLast ? SECOND_STARTS : 0); again += 1) {
          const next = await runServer(dataDir);
          second.push(next.readyMs);
          if (again === 0) {
            memory.push(await rssMegabytes(next.pid));
            await delay(SETTLE_MS);
            memory.push(await rssMegabytes(next.pid));
          }
          refused.push((await launchServer(dataDir).ended).elapsedMs);
          await next.stop();
        }
      });
    }
    const [atStart = NaN, settled = NaN] = memory;
    const figures: Figure[] = [
      {
        name: 'first start on an empty directory',
        value: median(first) / 1000,
        unit: 's',
        note: `median of ${FIRST_STARTS}: database, schema, catalogue, two password hashes`,
      },
      {
        name: 'second start',
        value: median(second) / 1000,
        unit: 's',
        target: { atMost: 2 },
        note: `median of ${SECOND_STARTS}, slowest ${(Math.max(...second) / 1000).toFixed(2)} s`,
      },
      {
        name: 'a second server on the directory is refused',
        value: median(refused) / 1000,
        unit: 's',
        target: { atMost: 2 },
        note: `median of ${SECOND_STARTS}`,
      },
      {
        name: 'memory of the Node process just started',
        value: atStart,
        unit: 'MB',
        target: { atMost: 130 },
      },
      {
        name: 'memory of the Node process idle',
        value: settled,
        unit: 'MB',
        target: { atMost: 130 },
        note: `${SETTLE_MS / 1000} s after the start, RSS`,
      },
    ];
    return figures;
  },
};
