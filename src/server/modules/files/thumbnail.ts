import { createTurns } from '#server/http/turns.ts';

/** Sides of the small picture, in pixels. */
const SIDE = 240;
/** A larger picture is not opened: what is small on the wire may be huge in memory. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_S = 10;

/** Whoever waits holds no more than a path. */
const inTurn = createTurns({ atOnce: 1, waiting: 500 });

/**
 * A picture drawn small by us, as WebP, without what the original carries along (place, camera, programs). Undefined when
 * it cannot be read: a file without a small picture is as good as any other.
 */
export async function drawThumbnail(path: string): Promise<Buffer | undefined> {
  try {
    return await inTurn(async () => {
      // Not at the start, for the sake of its memory.
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
