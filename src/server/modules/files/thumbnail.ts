import { createSemaphore } from '#server/http/semaphore.ts';

/** The longer side of a thumbnail, in pixels. */
const SIDE = 240;
/** Larger pictures are not decoded: a small file may expand to gigabytes in memory. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_S = 10;

/** A waiting caller holds only a path. */
const semaphore = createSemaphore({ permits: 1, queue: 500 });

/**
 * Draws a thumbnail as WebP, without the metadata of the original (location, camera, programs). Undefined when the
 * picture is unreadable: a file does not need a thumbnail.
 */
export async function drawThumbnail(path: string): Promise<Buffer | undefined> {
  try {
    return await semaphore.run(async () => {
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
