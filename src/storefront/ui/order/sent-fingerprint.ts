import type { Fingerprint } from '#geometry/model-reading.ts';

/** The fingerprint that the server searches by. Omits face data, which the server takes from files only. */
export const sentFingerprint = ({ faces: _faces, momentsMm5: [a, b, c], ...rest }: Fingerprint) => ({
  ...rest,
  momentsMm5: [a, b, c] as [number, number, number],
});
