import { describe, expect, test } from 'vitest';
import { boundsOf, dot } from '#geometry/vectors.ts';
import { boxMesh, sides } from './box-mesh.test-data.ts';
import { viewOfFaces } from './face-view.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import { createRaycast } from './triangles.ts';
import { axesOf, project, standardViews } from './view.ts';

const [iso] = standardViews;

function look(mesh: ReturnType<typeof boxMesh>, faces: readonly number[], aspect = 1.5) {
  const bounds = boundsOf(mesh.positions);
  if (!bounds) throw new Error('no points');
  return viewOfFaces(mesh, createRaycast(mesh), faces, { box: bounds, aspect, from: iso });
}

describe('the view of faces', () => {
  test.each(Object.entries(sides))('shows the %s side of a box', (_name, face) => {
    const mesh = boxMesh([40, 20, 10]);
    const view = look(mesh, [face]);
    const [x = 0, y = 0, z = 0] = mesh.normals.slice(face * 12, face * 12 + 3);
    expect(dot(axesOf(view!).toEye, [x, y, z])).toBeGreaterThan(0.4);
  });

  test('shows faces that are covered from above from the side', () => {
    const floor = boxMesh([40, 40, 4]);
    const lid = boxMesh([40, 40, 4], [0, 0, 40]);
    const view = look(joinMeshes([floor, lid]), [sides.top]);
    const { elevation } = view!;
    expect(elevation).toBeGreaterThan(0.1);
    expect(elevation).toBeLessThan(1.2);
  });

  test('zooms in on small faces and keeps them centred', () => {
    const plate = boxMesh([400, 400, 4]);
    const knob = boxMesh([2, 2, 2], [350, 350, 4]);
    const view = look(joinMeshes([plate, knob]), [6 + sides.top]);
    expect(view!.height).toBeLessThan(30);
    const [x, y] = project(view!, [351, 351, 6]);
    expect(Math.hypot(x, y)).toBeLessThan(0.01);
  });

  test('is undefined for faces without triangles', () => {
    expect(look(boxMesh([1, 1, 1]), [])).toBeUndefined();
    expect(look(boxMesh([1, 1, 1]), [77])).toBeUndefined();
  });
});
