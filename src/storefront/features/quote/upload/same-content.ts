const CHUNK_BYTES = 4 * 1024 ** 2;

/** Cached by file, so that two hundred files of the same size are each read once instead of once per pair. */
const digests = new WeakMap<Blob, Promise<number | undefined>>();

/** Whether two files have the same bytes; false if one of them can no longer be read. */
export async function hasSameContent(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [digestA, digestB] = await Promise.all([digestOf(a), digestOf(b)]);
  if (digestA === undefined || digestA !== digestB) return false;
  try {
    for (let start = 0; start < a.size; start += CHUNK_BYTES) {
      const [left, right] = await Promise.all([chunkOf(a, start), chunkOf(b, start)]);
      if (left.some((byte, i) => byte !== right[i])) return false;
    }
    return true;
  } catch {
    return false;
  }
}

const chunkOf = async (file: Blob, start: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer());

function digestOf(file: Blob): Promise<number | undefined> {
  const digest = digests.get(file) ?? digest32(file).catch(() => undefined);
  digests.set(file, digest);
  return digest;
}

/** 32-bit FNV-1a; crypto.subtle is unavailable over plain http. */
async function digest32(file: Blob): Promise<number> {
  let digest = 0x81_1c_9d_c5;
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    for (const byte of await chunkOf(file, start)) digest = Math.imul(digest ^ byte, 0x01_00_01_93);
  }
  return digest;
}
