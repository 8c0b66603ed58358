import type { Vector } from '../model-reading.ts';
import { dot, times } from '../vectors.ts';
import { isRound, type PartFaces } from './part-faces.ts';
import type { RayMesh } from './ray-mesh.ts';
import { isFree, type Sample } from './samples.ts';

const MAX_DIRECTIONS = 26;
/** A face is cut from a direction when this share of its points is free; edges of neighbours hide a few. */
const FREE_SHARE = 0.6;
/** A direction that reveals less of the area is not worth a set-up. */
const WORTHWHILE = 1e-4;
const SAME_DIRECTION = Math.cos(Math.PI / 180);

/** The fewest directions that reach all faces that can be reached, and the faces that none reaches. */
export function findSetups(
  part: PartFaces,
  mesh: RayMesh,
  samples: readonly (readonly Sample[])[],
): { setups: number; undercutFaces: number[] } {
  const reached = candidateDirections(part).map(
    (direction) =>
      new Set(
        [...part.faces.keys()].filter((face) => isFree(samples[face] ?? [], direction, mesh, FREE_SHARE)),
      ),
  );
  const undercutFaces = [...part.faces.keys()].filter(
    (face) => (samples[face]?.length ?? 0) > 0 && !reached.some((faces) => faces.has(face)),
  );
  const total = part.faces.reduce((sum, { areaMm2 }) => sum + areaMm2, 0);
  const open = new Set(reached.flatMap((faces) => [...faces]));
  let setups = 0;
  while (open.size > 0) {
    const gains = reached.map((faces) =>
      areaOf(
        part,
        [...faces].filter((face) => open.has(face)),
      ),
    );
    const best = gains.indexOf(Math.max(...gains));
    if ((gains[best] ?? 0) < WORTHWHILE * total) break;
    for (const face of reached[best] ?? []) open.delete(face);
    setups += 1;
  }
  return { setups, undercutFaces };
}

const areaOf = (part: PartFaces, faces: readonly number[]): number =>
  faces.reduce((sum, face) => sum + (part.faces[face]?.areaMm2 ?? 0), 0);

/** Both senses of the normals of plane faces and of the axes of round ones, those of most area first. */
function candidateDirections({ faces }: PartFaces): Vector[] {
  const lines: { direction: Vector; areaMm2: number }[] = [];
  for (const { surface, areaMm2 } of faces) {
    const direction =
      surface.type === 'plane' ? surface.normal : isRound(surface) ? surface.axis.direction : undefined;
    if (!direction) continue;
    const known = lines.find((line) => Math.abs(dot(line.direction, direction)) > SAME_DIRECTION);
    if (known) known.areaMm2 += areaMm2;
    else lines.push({ direction, areaMm2 });
  }
  return lines
    .toSorted((a, b) => b.areaMm2 - a.areaMm2)
    .slice(0, MAX_DIRECTIONS / 2)
    .flatMap(({ direction }) => [direction, times(direction, -1)]);
}
