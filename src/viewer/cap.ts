import {
  BackSide,
  DecrementWrapStencilOp,
  DoubleSide,
  FrontSide,
  Group,
  IncrementWrapStencilOp,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  PlaneGeometry,
  Vector3,
  type BufferGeometry,
  type Plane,
} from 'three';
import { lengthOf, middleOf, subtract, type Bounds } from '#geometry/vectors.ts';

/**
 * The face of a cut. The stencil counts back faces minus front faces behind the plane: where the count is not 0, the plane is
 * inside the material, and the face is drawn.
 */
export function createCap(
  body: BufferGeometry,
  plane: Plane,
  { box, color }: { box: Bounds; color: string },
) {
  const counterMaterials = [
    { side: BackSide, operation: IncrementWrapStencilOp },
    { side: FrontSide, operation: DecrementWrapStencilOp },
  ].map(
    ({ side, operation }) =>
      new MeshBasicMaterial({
        side,
        clippingPlanes: [plane],
        colorWrite: false,
        depthWrite: false,
        depthTest: false,
        stencilWrite: true,
        stencilZPass: operation,
      }),
  );
  const faceMaterial = new MeshBasicMaterial({
    color,
    side: DoubleSide,
    // Keeps lines in the plane visible in front of the face, as on the part.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 1,
    stencilWrite: true,
    stencilFunc: NotEqualStencilFunc,
  });
  const faceSize = 2 * lengthOf(subtract(box.high, box.low)) || 1;
  const face = new Mesh(new PlaneGeometry(faceSize, faceSize), faceMaterial);
  face.renderOrder = 1;
  const group = new Group().add(...counterMaterials.map((material) => new Mesh(body, material)), face);
  for (const child of group.children) child.frustumCulled = false;
  return {
    group,
    /** Moves the face to the plane. */
    update: () => {
      plane.projectPoint(new Vector3(...middleOf(box)), face.position);
      face.lookAt(face.position.clone().add(plane.normal));
    },
    dispose: () => {
      face.geometry.dispose();
      for (const material of [...counterMaterials, faceMaterial]) material.dispose();
    },
  };
}
