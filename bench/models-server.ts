import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from '#contract/files/models.ts';
import { signIn, type ApiClient } from '../tests/support/app/api-client.ts';
import { measuringProcesses, sendModelTo } from '../tests/support/processes/measuring.ts';
import { cpuMs } from '../tests/support/processes/process-cost.ts';
import { percentile, startOpenLoad, type LoadOperation } from '../tests/support/load/open-load.ts';
import type { ServerProcess } from '../tests/support/processes/run-server.ts';
import { withServer } from './built-server.ts';
import { modelsIn, withParts } from './cad-parts.ts';
import { median, say, type Figure, type Part } from './figure.ts';
import { peakMegabytes } from './rss.ts';
import { atScale } from './scale.ts';
import { usualLoad } from './usual-load.ts';

const LARGEST_BYTES = 10 * 1024 ** 2;
const WAITING_FILES = atScale(2, 10);
const WARM_UP_S = atScale(0.5, 5);
/** Duration of the load without files, before and again after the load with files. */
const QUIET_S = atScale(1, 20);
/** The load ends with the last file; a file takes at most two runs of six times its processor time. */
const LONGEST_S = atScale(120, 900);
/** Factor of the usual load. */
const LOAD = 2;
const POLL_MS = 50;
const SAMPLE_MS = 25;

/** Uploads files of at most 10 MB to the built server: generated parts, or those of the folder `CAD_PARTS`. */
export const modelsServer: Part = {
  title: 'Models measured by the server',
  measure: () => withParts(measureFolder),
};

interface ModelFile {
  name: string;
  content: Buffer;
}

async function measureFolder(folder: string): Promise<Figure[]> {
  const files = await readFiles(folder);
  return withServer((server) => measureServer(server, files));
}

async function readFiles(folder: string): Promise<ModelFile[]> {
  const paths = (await modelsIn(folder)).map((name) => join(folder, name));
  const sizes = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
  return Promise.all(
    sizes
      .filter(({ size }) => size <= LARGEST_BYTES)
      .map(async ({ path }) => ({ name: basename(path), content: await readFile(path) })),
  );
}

async function measureServer(server: ServerProcess, files: readonly ModelFile[]): Promise<Figure[]> {
  const demo = await signIn(server.address);
  const operations = await usualLoad(await signIn(server.address, 'admin'), demo);
  const children = watchChildren(server.pid);
  const measured: Measured[] = [];
  for (const file of files) {
    const one = { ...(await measureFile(server, demo, file)), ...children.takePeaks() };
    say(
      `  ${file.name}: ${one.seconds.toFixed(2)} s, of the processor ${(one.cpuMs / 1_000).toFixed(2)} s, ${one.megabytes.toFixed(0)} MB, ${one.failure ?? one.status}`,
    );
    measured.push(one);
  }
  await children.stop();

  await startOpenLoad(server.address, operations, { seconds: WARM_UP_S, factor: LOAD }).done;
  say('  measuring: requests without models');
  const before = await requestsAlone(server, operations);
  say(`  measuring: requests while ${WAITING_FILES} files wait`);
  const slowest = measured.toSorted((a, b) => b.seconds - a.seconds).map(({ file }) => file);
  const waiting = Array.from({ length: WAITING_FILES }, (_, n) => slowest[n % slowest.length] ?? []).flat();
  const meanwhile = await requestsMeanwhile(server, demo, { operations, waiting });
  say('  measuring: requests without models');
  const quiet = [...before, ...(await requestsAlone(server, operations))];
  return figures({ measured, quiet, ...meanwhile });
}

interface Measured extends Pick<Model, 'status' | 'failure'> {
  file: ModelFile;
  /** From the start of the upload to the response with the measures or the failure. */
  seconds: number;
  /** Peak memory and processor time of its process. */
  megabytes: number;
  cpuMs: number;
}

async function measureFile(
  server: ServerProcess,
  demo: ApiClient,
  file: ModelFile,
): Promise<Omit<Measured, 'megabytes' | 'cpuMs'>> {
  const startedAt = performance.now();
  const { status, failure } = await waitForModel(demo, await sendModelTo(server.address, demo, file));
  return { file, status, failure, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Polls until a model is measured or refused. */
async function waitForModel(client: ApiClient, id: number): Promise<Model> {
  for (;;) {
    const { status, body } = await client.call('GET', `/model/${id}`);
    if (status !== 200) throw new Error(`model ${id}: ${status} ${String(body['msg'])}`);
    const model = body['data'] as Model;
    if (model.status !== 'waiting') return model;
    await delay(POLL_MS);
  }
}

/** Samples the measuring processes until stopped. */
function watchChildren(serverPid: number) {
  // NaN if no process is visible, as in other memory figures.
  const most = { megabytes: NaN, cpuMs: NaN };
  const watch = { isOver: false };
  const record = (figure: keyof typeof most, value: number) => {
    if (value > most[figure] || Number.isNaN(most[figure])) most[figure] = value;
  };
  const watching = (async () => {
    for (let pid: number | undefined; !watch.isOver; await delay(SAMPLE_MS)) {
      const megabytes = pid === undefined ? NaN : await peakMegabytes(pid);
      if (pid !== undefined && megabytes > 0) {
        record('megabytes', megabytes);
        record('cpuMs', cpuMs(pid));
      } else [pid] = await measuringProcesses(serverPid);
    }
  })();
  return {
    /** The peaks since the last call. */
    takePeaks: () => {
      const peaks = { ...most };
      Object.assign(most, { megabytes: NaN, cpuMs: NaN });
      return peaks;
    },
    stop: () => {
      watch.isOver = true;
      return watching;
    },
  };
}

async function requestsAlone(
  { address }: ServerProcess,
  operations: readonly LoadOperation[],
): Promise<number[]> {
  const load = startOpenLoad(address, operations, { seconds: QUIET_S, factor: LOAD, isPrecise: true });
  await load.done;
  return timesOf(load.arrived);
}

/** Response times in ms while files waited or were measured. */
async function requestsMeanwhile(
  server: ServerProcess,
  demo: ApiClient,
  { operations, waiting }: { operations: readonly LoadOperation[]; waiting: readonly ModelFile[] },
): Promise<{ meanwhile: number[]; tookS: number }> {
  const { address } = server;
  const ids: number[] = [];
  for (const file of waiting) ids.push(await sendModelTo(address, demo, file));
  const startedAt = performance.now();
  const load = startOpenLoad(address, operations, { seconds: LONGEST_S, factor: LOAD, isPrecise: true });
  for (const id of ids) await waitForModel(demo, id);
  const tookS = (performance.now() - startedAt) / 1_000;
  const meanwhile = timesOf(load.arrived);
  load.stop();
  await load.done;
  return { meanwhile, tookS };
}

function timesOf(arrived: readonly { name: string; status: number; elapsedMs: number }[]): number[] {
  const failed = arrived.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${failed.name}: ${failed.status}`);
  return arrived.map(({ elapsedMs }) => elapsedMs);
}

interface Outcome {
  measured: readonly Measured[];
  quiet: readonly number[];
  meanwhile: readonly number[];
  tookS: number;
}

function figures({ measured, quiet, meanwhile, tookS }: Outcome): Figure[] {
  const seconds = measured.map((one) => one.seconds);
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  // Unlike elapsed time, independent of other load on the machine.
  const cpuS = known(measured.map((one) => one.cpuMs / 1_000));
  const [alone, beside] = [percentile(quiet, 0.99), percentile(meanwhile, 0.99)];
  return [
    {
      name: 'files measured',
      value: measured.filter(({ status }) => status === 'measured').length,
      unit: '',
      note: `of ${measured.length} of at most 10 MB, the others refused`,
    },
    { name: 'from the upload of a file to its measures, median', value: median(seconds), unit: 's' },
    {
      name: 'the same, 95th percentile',
      value: percentile(seconds, 0.95),
      unit: 's',
      target: { atMost: 10 },
    },
    { name: 'the same, slowest', value: Math.max(...seconds), unit: 's' },
    {
      name: "the processor's time of its process, 95th percentile",
      value: percentile(cpuS, 0.95),
      unit: 's',
    },
    {
      name: 'peak memory of a process that measures',
      value: Math.max(...known(measured.map(({ megabytes }) => megabytes))),
      unit: 'MB',
      target: { atMost: 900 },
    },
    {
      name: 'p99 of other requests without models',
      value: alone,
      unit: 'ms',
      note: `${quiet.length} lists and quotes, ${20 * LOAD} a second`,
    },
    {
      name: `p99 of other requests while ${WAITING_FILES} files wait`,
      value: beside,
      unit: 'ms',
      note: `${meanwhile.length} requests in ${tookS.toFixed(0)} s, the slowest files`,
    },
    { name: 'the latter by the former', value: beside / alone, unit: '', target: { atMost: 2 } },
  ];
}
