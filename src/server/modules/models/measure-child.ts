import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { lazyKernel } from '#geometry/kernel/load.ts';
import { ReadingError, type ModelReading, type ReadingLimits } from '#geometry/model-reading.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import { readModel } from '#geometry/read-model.ts';
import { TIMEOUT_SIGNAL, type MeasuredBody, type MeasuringResult } from './measure-in-child.ts';
import { withoutFaces } from '#geometry/features/without-faces.ts';
import { drawModel } from './draw-model.ts';

/*
 * Measures one file in a separate process, because the geometry kernel's memory never shrinks and a file may hang it. The file
 * arrives on standard input; its name, the limits, the processor time and the server's process id are arguments. The
 * result is one IPC message.
 */

const [name = '', limits = '{}', cpuMs = '0', serverPid = '0'] = process.argv.slice(2);

// A thread ends the process when its processor time is used up, even if the kernel never returns. It also ends it soon after the
// server has died, even if that was before the thread started.
new Worker(
  `const watch = () => {
    if (process.ppid !== ${Number(serverPid)}) process.kill(process.pid, 'SIGKILL');
    const { user, system } = process.cpuUsage();
    if (user + system > ${Number(cpuMs) * 1_000}) process.kill(process.pid, '${process.platform === 'win32' ? 'SIGKILL' : TIMEOUT_SIGNAL}');
  };
  watch();
  setInterval(watch, 500);`,
  { eval: true, stdin: false },
).unref();

const resolve = createRequire(import.meta.url).resolve;
const bytesOf = (path: string) => new Uint8Array(readFileSync(resolve(path)));
const kernel = lazyKernel({
  occt: bytesOf('replicad-opencascadejs/wasm'),
  iges: bytesOf('@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm'),
});

sendResult(await measure()).then(
  () => process.exit(0),
  () => process.exit(1),
);

async function measure(): Promise<MeasuringResult> {
  const content = await buffer(process.stdin);
  try {
    const reading = await readModel(content, name, kernel, JSON.parse(limits) as ReadingLimits);
    const { unit, notes } = reading;
    return { unit, notes, bodies: await toMeasuredBodies(reading), whole: await toMeasuredWhole(reading) };
  } catch (error) {
    if (error instanceof ReadingError) return { failure: error.failure };
    throw error;
  }
}

/** Omits the triangles: the server stores only figures and a small picture. */
async function toMeasuredBodies({ bodies }: ModelReading): Promise<MeasuredBody[]> {
  return Promise.all(
    bodies.map(async ({ kind, name: title = '', count, measures, features, fingerprint, mesh }) => ({
      kind,
      name: title,
      count,
      measures,
      features: features && withoutFaces(features),
      fingerprint,
      thumbnail: await drawModel(mesh),
    })),
  );
}

async function toMeasuredWhole({
  bodies,
  whole,
  wholeMesh = joinMeshes(bodies.map(({ mesh }) => mesh)),
}: ModelReading): Promise<Extract<MeasuringResult, { unit: unknown }>['whole']> {
  const [first] = bodies;
  if (!first || !whole || !(whole.volumeMm3 > 0)) return undefined;
  return { kind: first.kind, measures: whole, thumbnail: await drawModel(wholeMesh) };
}

function sendResult(message: MeasuringResult): Promise<void> {
  return new Promise((done, fail) => {
    if (!process.send) throw new Error('the server must start this process with an IPC channel');
    process.send(message, (error: Error | null) => (error ? fail(error) : done()));
  });
}
