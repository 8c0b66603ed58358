import { Session } from 'node:inspector/promises';

/** Stages of reading a file, by the functions that begin them; the innermost function counts. */
const stages: Readonly<Record<string, string>> = {
  readStepText: 'text',
  readStepLinks: 'text',
  stepProducts: 'text',
  stepNotes: 'text',
  readStep: 'kernel reads',
  igesToBrep: 'kernel reads',
  readBrep: 'kernel reads',
  partsOf: 'bodies',
  meshShape: 'mesh',
  displayMesh: 'mesh',
  describeFaces: 'measures',
  inertiaOf: 'measures',
  boxOf: 'measures',
  stock: 'measures',
  faceFigures: 'measures',
  meshMoments: 'measures',
  findFeatures: 'features',
  wholeOf: 'whole',
};

/** Milliseconds of each stage while `read` runs, by samples of the stack. */
export async function measureStages(read: () => Promise<unknown>): Promise<Record<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  await read();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const stageOf = new Map<number, string>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const visit = (id: number, outer: string): void => {
    const node = nodes.get(id);
    const stage = stages[node?.callFrame.functionName ?? ''] ?? outer;
    stageOf.set(id, stage);
    for (const child of node?.children ?? []) visit(child, stage);
  };
  visit(profile.nodes[0]?.id ?? 0, 'other');
  const times: Record<string, number> = {};
  for (const [i, id] of (profile.samples ?? []).entries()) {
    const stage = stageOf.get(id) ?? 'other';
    times[stage] = (times[stage] ?? 0) + (profile.timeDeltas?.[i] ?? 0) / 1000;
  }
  return times;
}
