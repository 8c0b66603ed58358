import type { Features, MeshFeatures } from '../model-reading.ts';

/**
 * Removes the face numbers, for checks that have no mesh to highlight. Undercut faces stay, because they are counted.
 */
export const withoutFaces = (features: Features | MeshFeatures): Features | MeshFeatures => {
  const { smallestInnerRadius, thinWall } = features;
  const faceless = <T extends { faces: readonly number[] }>(feature: T): T => ({ ...feature, faces: [] });
  if (features.holes === undefined) return thinWall ? { thinWall: faceless(thinWall) } : {};
  return {
    ...features,
    holes: features.holes.map(faceless),
    pockets: features.pockets.map(faceless),
    sharpInnerEdges: features.sharpInnerEdges.map(faceless),
    ...(smallestInnerRadius && { smallestInnerRadius: faceless(smallestInnerRadius) }),
    ...(thinWall && { thinWall: faceless(thinWall) }),
  };
};
