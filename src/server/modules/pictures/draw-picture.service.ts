import type { Sharp, SharpOptions } from 'sharp';
import { AppError } from '#server/http/app-error.ts';
import { createTurns } from '#server/http/turns.ts';

/** A picture of 400 KB may hold far more pixels than a screen: beyond this it is not decoded at all. */
const MAX_PIXELS = 25_000_000;
const TIMEOUT_S = 10;

/** A seal is printed 30 mm wide: 400 dots an inch. A noisy one is made smaller until it fits. */
const SEAL_SIDES = [480, 400, 320, 240];
/** Two seals and ten lines of text stay below 400 KB in the PDF, whatever they show. */
const SEAL_MAX_BYTES = 80 * 1024;

const PORTRAIT_SIDE = 256;
const SMALL_SIDE = 64;

/** Decoding runs outside the event loop, but a flood of it would starve everything else that does. */
const inTurn = createTurns({ atOnce: 2, waiting: 8 });

/** Why a picture is refused, beside the field it came in. */
export const refusePicture = (msg: string, cause?: unknown) =>
  new AppError('request.invalid', { msg, fields: { image: msg }, cause });

/**
 * A seal drawn again as a small PNG with transparency, upright and without what cameras write into pictures.
 * Throws `request.invalid` for what is no PNG or JPEG, too large, damaged or blank, `server.busy`.
 */
export function drawSeal(image: string): Promise<Buffer> {
  return drawing(image, async (open) => {
    let png: Buffer = Buffer.alloc(0);
    for (const side of SEAL_SIDES) {
      const seal = open().resize(side, side, { fit: 'inside', withoutEnlargement: true });
      png = await asPalette(seal.ensureAlpha());
      if (png.length <= SEAL_MAX_BYTES) break;
    }
    const { default: sharp } = await import('sharp');
    const { channels } = await sharp(png).ensureAlpha().stats();
    if (channels[3]?.max === 0) throw refusePicture('图片是空白的');
    return png;
  });
}

/** The middle of a picture as a portrait, large and small. Throws as `drawSeal` does. */
export function drawPortrait(image: string): Promise<{ large: Buffer; small: Buffer }> {
  return drawing(image, async (open) => ({
    large: await asPalette(open().resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'cover' })),
    small: await asPalette(open().resize(SMALL_SIDE, SMALL_SIDE, { fit: 'cover' })),
  }));
}

/** Eight bits a pixel: PDFs take them as they are. With more effort the choice of colours takes seconds for a noisy picture. */
const asPalette = (picture: Sharp): Promise<Buffer> =>
  picture
    .timeout({ seconds: TIMEOUT_S })
    .png({ palette: true, colours: 256, effort: 2, compressionLevel: 9 })
    .toBuffer();

async function drawing<T>(image: string, draw: (open: () => Sharp) => Promise<T>): Promise<T> {
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  // The library reads a dozen formats, some of which are programs: what it may see is decided here, by content.
  if (!isPng(bytes) && !isJpeg(bytes)) throw refusePicture('图片只接受 PNG 或 JPEG 格式');
  return inTurn(async () => {
    // Not at the start: it takes 20 MB.
    const { default: sharp } = await import('sharp');
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, pages: 1 };
    try {
      const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
      if (width * height > MAX_PIXELS) throw refusePicture('图片超过 2500 万像素，请缩小后再上传');
      return await draw(() => sharp(bytes, options).autoOrient());
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refusePicture('图片无法读取，可能已损坏', error);
    }
  });
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(PNG_HEAD);
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
