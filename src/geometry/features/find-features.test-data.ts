import type { TopoDS_Shape } from 'replicad-opencascadejs';
import type { Features, Hole } from '../model-reading.ts';
import { loadedKernel } from '../kernel/parts.test-data.ts';
import { readModel } from '../read-model.ts';

/** As on a drawing: `T ⌀11×5 ⌀6.6×5`. */
export const inWords = ({ kind, steps }: Hole) =>
  [
    kind === 'through' ? 'T' : 'B',
    ...steps.map(({ diameterMm, depthMm }) => `⌀${round(diameterMm)}×${round(depthMm)}`),
  ].join(' ');
export const round = (value: number) => Number(value.toFixed(6));

/** The kernel, and the features of the shapes that are made with it. */
export async function startFeatures() {
  const { kernel, make } = await loadedKernel();

  async function featuresOf(shape: TopoDS_Shape): Promise<Features> {
    const { bodies } = await readModel(make.step(shape), 'part.step', kernel);
    const features = bodies[0]?.features;
    if (!features?.holes || bodies.length !== 1) throw new Error(`${bodies.length} bodies`);
    return features;
  }
  const holesOf = async (shape: TopoDS_Shape) => (await featuresOf(shape)).holes.map(inWords).toSorted();
  return { make, featuresOf, holesOf };
}
