import type { Fingerprint } from '#geometry/model-reading.ts';

/** What the server finds parts by: without the figures of faces, which it takes from files only. */
export const sentFingerprint = ({ faces: _faces, momentsMm5: [a, b, c], ...figures }: Fingerprint) => ({
  ...figures,
  momentsMm5: [a, b, c] as [number, number, number],
});
