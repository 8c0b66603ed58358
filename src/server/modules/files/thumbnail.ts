import type { Owner } from '#server/fairness/fair-semaphore.ts';
import { thumbnails } from '#server/fairness/limits.ts';

/** The longer side of a thumbnail, in pixels. */
const SIDE = 240;
/** Larger pictures are not decoded: a small file may expand to gigabytes in memory. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_S = 10;

/**
 * Draws a thumbnail as WebP, without the metadata of the original (location, camera, programs). Undefined when the
 * picture is unreadable: a file does not need a thumbnail.
 */
export async function drawThumbnail(owner: Owner, path: string): Promise<Buffer | undefined> {
  try {
    return await thumbnails.run(owner, async () => {
      // Imported on first use, to save memory.
      const { default: sharp } = await import('sharp');
      return await sharp(path, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
        .autoOrient()
        .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 75 })
        .timeout({ seconds: TIMEOUT_S })
        .toBuffer();
    });
  } catch {
    return undefined;
  }
}
