import type { Model } from '#contract/files/models.ts';
import type { Api, Envelope } from '../app/api.ts';
import { form, formPart, formType } from '../data/files.ts';

/** A box as a binary STL, in mm; open without its last triangles, and with flat ones beyond 12. */
export function boxStl([x, y, z]: readonly [number, number, number], triangles = 12): Buffer {
  const corner = (n: number) => [n & 1 ? x : 0, n & 2 ? y : 0, n & 4 ? z : 0];
  // Two triangles for each side, counter-clockwise from outside.
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const faces = sides.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
    [a, b, c],
    [a, c, d],
  ]);
  const bytes = Buffer.alloc(84 + triangles * 50);
  bytes.writeUInt32LE(triangles, 80);
  for (const [n, face] of faces.slice(0, triangles).entries()) {
    for (const [k, value] of face.flatMap(corner).entries())
      bytes.writeFloatLE(value, 84 + n * 50 + 12 + k * 4);
  }
  return bytes;
}

/** The measurements that a browser sends for such a box. */
export const boxMeasures = ([x, y, z]: readonly [number, number, number]) => ({
  volumeMm3: x * y * z,
  boxMm: [x, y, z] as [number, number, number],
});

/** Uploads a model, by default as `demo`. */
export function sendModel(
  app: Api,
  name: string,
  content: Buffer,
  who: { as?: string; token?: string } = { as: 'demo' },
): Promise<Envelope> {
  return app.send('POST', '/model', {
    ...who,
    raw: form(formPart('file', name, content)),
    headers: { 'content-type': formType },
  });
}

/** The uploaded model. */
export async function uploadedModel(...args: Parameters<typeof sendModel>): Promise<Model> {
  const answer = await sendModel(...args);
  if (answer.status !== 200) throw new Error(`${args[1]}: ${answer.msg}`);
  return answer.data;
}
