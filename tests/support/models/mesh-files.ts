import { zipSync, strToU8 } from 'fflate';
import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';

/** Binary STL; coordinates are rounded to 32 bits, as in every such file. */
export function binaryStl({ points, indices }: TriangleMesh): Uint8Array {
  const bytes = new Uint8Array(84 + (indices.length / 3) * 50);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, indices.length / 3, true);
  for (const [h, vertex] of indices.entries()) {
    const at = 84 + Math.floor(h / 3) * 50 + 12 + (h % 3) * 12;
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + axis * 4, points[vertex * 3 + axis]!, true);
  }
  return bytes;
}

const vertexOf = ({ points }: TriangleMesh, vertex: number): string =>
  [...points.subarray(vertex * 3, vertex * 3 + 3)].join(' ');

export function asciiStl(mesh: TriangleMesh, name = 'part'): string {
  const facets = Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
    const corners = [...mesh.indices.subarray(t * 3, t * 3 + 3)];
    return `facet normal 0 0 0\nouter loop\n${corners.map((corner) => `vertex ${vertexOf(mesh, corner)}\n`).join('')}endloop\nendfacet\n`;
  });
  return `solid ${name}\n${facets.join('')}endsolid ${name}\n`;
}

export function objText(mesh: TriangleMesh): string {
  const vertices = Array.from({ length: mesh.points.length / 3 }, (_, i) => `v ${vertexOf(mesh, i)}\n`);
  const faces = Array.from(
    { length: mesh.indices.length / 3 },
    (_, t) => `f ${[...mesh.indices.subarray(t * 3, t * 3 + 3)].map((corner) => corner + 1).join(' ')}\n`,
  );
  return `# a part\no part\n${vertices.join('')}${faces.join('')}`;
}

/** The XML of a mesh, for an object of a 3MF model. */
export function meshXml(mesh: TriangleMesh): string {
  const vertices = Array.from({ length: mesh.points.length / 3 }, (_, i) => {
    const [x, y, z] = vertexOf(mesh, i).split(' ');
    return `<vertex x="${x}" y="${y}" z="${z}"/>`;
  });
  const triangles = Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
    const [a, b, c] = mesh.indices.subarray(t * 3, t * 3 + 3);
    return `<triangle v1="${a}" v2="${b}" v3="${c}"/>`;
  });
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
}

export const modelXml = (resources: string, build: string, unit = 'millimeter'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<model unit="${unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${resources}</resources><build>${build}</build></model>`;

const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';

/** A 3MF archive around a model, and other entries. */
export function threeMf(model: string, others: Readonly<Record<string, string>> = {}): Uint8Array {
  const texts = { '_rels/.rels': relations, '3D/3dmodel.model': model, ...others };
  return zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), {
    level: 6,
  });
}

export const threeMfOf = (mesh: TriangleMesh): Uint8Array =>
  threeMf(modelXml(`<object id="1">${meshXml(mesh)}</object>`, '<item objectid="1"/>'));
