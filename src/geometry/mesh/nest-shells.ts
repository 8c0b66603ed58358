import type { Vector } from '../model-reading.ts';
import { distanceToTriangle } from '../features/ray-mesh.ts';
import { at, boundsOf, pointOf, type Bounds } from '../vectors.ts';
import { meshMoments } from './mesh-moments.ts';
import type { Shell } from './shells.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** A closed shell with its cavities: the outer shell is oriented outwards, cavities inwards. */
export interface ClosedBody {
  mesh: TriangleMesh;
  firstTriangle: number;
}

interface Node {
  shell: Shell;
  volume: number;
  bounds: Bounds;
  role: 'body' | 'cavity';
  cavities: Node[];
}

/**
 * Finds the cavities among closed shells: shells directly inside a body, with the opposite orientation. A shell inside a cavity
 * is a separate body, and so is one with the orientation of the body around it. Reorients bodies that are inside out.
 */
export function nestShells(shells: readonly Shell[]): ClosedBody[] {
  const nodes = shells.flatMap((shell): Node[] => {
    const bounds = boundsOf(shell.mesh.points);
    const { volume } = meshMoments(shell.mesh.points, shell.mesh.indices);
    return bounds ? [{ shell, volume, bounds, role: 'body', cavities: [] }] : [];
  });
  // Larger shells come first, so that the container of a shell has its role before the shell.
  const bySize = nodes.toSorted((a, b) => Math.abs(b.volume) - Math.abs(a.volume));
  for (const [i, node] of bySize.entries()) {
    const parent = bySize.slice(0, i).findLast((other) => isInside(node, other));
    if (parent?.role !== 'body' || parent.volume > 0 === node.volume > 0) continue;
    node.role = 'cavity';
    parent.cavities.push(node);
  }
  return nodes
    .filter((node) => node.role === 'body')
    .map((node) => ({
      mesh: join([node, ...node.cavities].map((member) => oriented(member, member === node))),
      firstTriangle: node.shell.firstTriangle,
    }));
}

const oriented = ({ shell, volume }: Node, isOutward: boolean): TriangleMesh =>
  volume > 0 === isOutward
    ? shell.mesh
    : { points: shell.mesh.points, indices: shell.mesh.indices.toReversed() };

function join(meshes: readonly TriangleMesh[]): TriangleMesh {
  const [first] = meshes;
  if (first && meshes.length === 1) return first;
  const points = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.points.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let nextPoint = 0;
  let nextIndex = 0;
  for (const mesh of meshes) {
    points.set(mesh.points, nextPoint);
    indices.set(
      mesh.indices.map((index) => index + nextPoint / 3),
      nextIndex,
    );
    nextPoint += mesh.points.length;
    nextIndex += mesh.indices.length;
  }
  return { points, indices };
}

/** Directions unrelated to the axes, so that a ray hardly ever meets an edge. */
const rays: readonly Vector[] = [
  [0.5773, 0.2113, 0.7887],
  [-0.3141, 0.8271, 0.4669],
  [0.6734, -0.5443, -0.4727],
];

/** A vote of three rays from different triangles, because shells may touch. */
function isInside(inner: Node, outer: Node): boolean {
  const isBoxInside = [0, 1, 2].every(
    (axis) =>
      at(inner.bounds.low, axis) >= at(outer.bounds.low, axis) &&
      at(inner.bounds.high, axis) <= at(outer.bounds.high, axis),
  );
  if (!isBoxInside) return false;
  const { mesh } = inner.shell;
  const triangles = mesh.indices.length / 3;
  const votes = rays.filter((ray, i) => {
    const t = Math.floor((triangles * i) / rays.length);
    return countCrossings(centreOf(mesh, t), ray, outer.shell.mesh) % 2 === 1;
  });
  return votes.length >= 2;
}

const corner = ({ points, indices }: TriangleMesh, index: number): Vector =>
  pointOf(points, at(indices, index));

function centreOf(mesh: TriangleMesh, t: number): Vector {
  const [a, b, c] = [corner(mesh, 3 * t), corner(mesh, 3 * t + 1), corner(mesh, 3 * t + 2)];
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** How often a ray meets a mesh. */
function countCrossings(from: Vector, ray: Vector, { points, indices }: TriangleMesh): number {
  const mesh = { positions: points, indices };
  let count = 0;
  for (let t = 0; t < indices.length / 3; t++) {
    const distance = distanceToTriangle(mesh, t, from, ray);
    if (distance > 0 && distance < Infinity) count++;
  }
  return count;
}
