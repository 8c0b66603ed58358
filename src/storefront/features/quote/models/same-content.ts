/** Compared at once. */
const CHUNK_BYTES = 4 * 1024 ** 2;

/** Whether two files hold the same bytes; false also for a file that can no longer be read. */
export async function hasSameContent(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  try {
    for (let start = 0; start < a.size; start += CHUNK_BYTES) {
      const [one, other] = await Promise.all(
        [a, b].map(
          async (file) => new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer()),
        ),
      );
      if (!one || !other || one.some((byte, i) => byte !== other[i])) return false;
    }
    return true;
  } catch {
    return false;
  }
}
