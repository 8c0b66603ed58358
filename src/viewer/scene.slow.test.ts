import { MeshPhongMaterial, type Object3D } from 'three';
import { expect, test } from 'vitest';
import { boundsOf } from '#geometry/vectors.ts';
import { boxMesh } from './box-mesh.test-data.ts';
import { createSceneAndCamera } from './scene.ts';
import { NO_CUT, planeOf } from './section.ts';
import { fitBox, standardViews } from './view.ts';

const mesh = boxMesh([40, 20, 10]);
const box = boundsOf(mesh.positions)!;
const cut = planeOf({ axis: 0, fraction: 0.5, isFlipped: false }, box);
const materialOf = (one: Object3D) => ('material' in one ? one.material : undefined);

test.each([
  [false, true],
  [true, false],
])('a cut through a body that is open (%s) is filled with material (%s)', (isOpen, hasInside) => {
  const parts = createSceneAndCamera(mesh, box, isOpen);
  const showsFace = (plane: typeof cut) => {
    parts.arrange({ view: fitBox(standardViews[0], box, 1), highlight: [], cut: plane }, 1);
    return parts.scene.children.some(({ type, visible }) => type === 'Group' && visible);
  };
  expect([cut, NO_CUT].map(showsFace)).toEqual([hasInside, false]);
  const surface = parts.scene.children.map(materialOf).find((one) => one instanceof MeshPhongMaterial);
  const isBackFlat = Object.hasOwn(surface!, 'onBeforeCompile');
  expect(isBackFlat).toBe(hasInside);
  parts.dispose();
});
