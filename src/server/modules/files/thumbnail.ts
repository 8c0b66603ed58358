import { setTimeout as delay } from 'node:timers/promises';
import type { Metadata } from 'sharp';
import { loadSharp } from '#server/system/load-sharp.ts';
import type { Owner } from '#server/fairness/fair-semaphore.ts';
import { thumbnails } from '#server/fairness/limits.ts';
import { timeLimit } from '#server/system/time-limit.ts';

/** The longer side of a thumbnail, in pixels. */
const SIDE = 240;
/** Larger pictures are not decoded: a small file may expand to gigabytes in memory. */
const MAX_PIXELS = 50_000_000;
/** The largest decoded sizes. A megabyte takes 4 ms to decode; interlaced, it takes 12 ms and stays in memory. */
const MAX_BYTES = 200_000_000;
const MAX_INTERLACED_BYTES = 50_000_000;
const TIMEOUT_S = 3;
/** An upload waits at most this long for its thumbnail, including the queue. */
const MAX_WAIT_MS = 3_000;

/**
 * Draws a thumbnail as WebP, without the metadata of the original (location, camera, programs). Undefined when the
 * picture is unreadable, slow to decode, or waits too long in the queue: a file does not need a thumbnail.
 */
export async function drawThumbnail(owner: Owner, path: string): Promise<Buffer | undefined> {
  let isTimedOut = false;
  const timeout = delay(timeLimit(MAX_WAIT_MS), undefined, { ref: false }).then((): undefined => {
    isTimedOut = true;
  });
  const drawn = thumbnails.run(owner, () => (isTimedOut ? undefined : draw(path))).catch(() => undefined);
  return Promise.race([drawn, timeout]);
}

async function draw(path: string): Promise<Buffer | undefined> {
  const sharp = await loadSharp();
  if (!sharp) return undefined;
  const picture = sharp(path, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
  if (isSlow(await picture.metadata())) return undefined;
  return picture
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: timeLimit(TIMEOUT_S) })
    .toBuffer();
}

/** Whether decoding would take seconds; only the header is read. */
function isSlow({ width, height, channels, depth, isProgressive }: Metadata): boolean {
  const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
  return bytes > (isProgressive ? MAX_INTERLACED_BYTES : MAX_BYTES);
}
