import { readModel } from '../read-model.ts';
import { ReadingError } from '../model-reading.ts';
import { loadedKernel } from './parts.test-data.ts';

export const whole = { unit: 'mm', volumes: [6000, 1571], notes: [] };

/** The kernel, a STEP file of two bodies and what is read of its variants. */
export async function startStepFiles() {
  const loaded = await loadedKernel();
  const { kernel, make } = loaded;
  const parts = make.together(make.box([10, 20, 30]), make.cylinder(5, 20, [50, 0, 0]));
  const two = new TextDecoder().decode(make.step(parts));

  async function outcome(text: string) {
    try {
      const { unit, bodies, notes } = await readModel(new TextEncoder().encode(text), 'a.step', kernel);
      return {
        unit,
        volumes: bodies.map(({ measures }) => Math.round(measures.volumeMm3)),
        notes: notes.map(({ code, count, names }) => [code, count, ...(names ?? [])].join(' ')),
      };
    } catch (error) {
      if (error instanceof ReadingError) return error.failure;
      throw error;
    }
  }
  const added = (...lines: string[]) =>
    two.replace('ENDSEC;\nEND-ISO', `${lines.join('\n')}\nENDSEC;\nEND-ISO`);
  return { kernel, two, make, outcome, added };
}
