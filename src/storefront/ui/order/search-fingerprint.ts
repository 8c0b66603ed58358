import type { Fingerprint } from '#geometry/model-reading.ts';

/** Converts a fingerprint for a search request. Omits face data, which the server takes from files only. */
export const searchFingerprint = ({ faces: _faces, momentsMm5: [a, b, c], ...rest }: Fingerprint) => ({
  ...rest,
  momentsMm5: [a, b, c] as [number, number, number],
});
