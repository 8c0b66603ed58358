import type { Sharp, SharpOptions } from 'sharp';
import { loadSharp } from '#server/system/load-sharp.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Owner } from '#server/fairness/fair-semaphore.ts';
import { pictures } from '#server/fairness/limits.ts';

/** Larger pictures are not decoded: 400 KB may contain far more pixels than a screen. */
const MAX_PIXELS = 25_000_000;
const TIMEOUT_S = 10;

/** A seal is printed 30 mm wide: 400 dots per inch. A noisy one is scaled down until it fits. */
const SEAL_SIDES = [480, 400, 320, 240];
/** Two seals and ten lines of text stay below 400 KB in the PDF, whatever they show. */
const SEAL_MAX_BYTES = 80 * 1024;

const AVATAR_SIDE = 256;
const SMALL_SIDE = 64;

const pictureError = (msg: string, cause?: unknown) =>
  new AppError('request.invalid', { msg, fields: { image: msg }, cause });

/**
 * Redraws a seal as a small PNG with transparency, upright and without camera metadata. Throws `server.busy`, and
 * `request.invalid` for a picture that is not a PNG or JPEG, or is too large, damaged or blank.
 */
export function drawSeal(owner: Owner, image: string): Promise<Buffer> {
  return redraw(owner, image, async (open) => {
    let png: Buffer = Buffer.alloc(0);
    for (const side of SEAL_SIDES) {
      const seal = open().resize(side, side, { fit: 'inside', withoutEnlargement: true });
      png = await asPalette(seal.ensureAlpha());
      if (png.length <= SEAL_MAX_BYTES) break;
    }
    const sharp = await requireSharp();
    const { channels } = await sharp(png).ensureAlpha().stats();
    if (channels[3]?.max === 0) throw pictureError('图片是空白的');
    return png;
  });
}

/** The picture of a part is printed 8 mm wide: 250 dots per inch. */
const PART_SIDE = 80;

/**
 * Redraws a model's thumbnail as a small PNG on white: PDFs embed it unchanged when it has no transparency. Undefined
 * where sharp does not load. Throws `server.busy`.
 */
export function drawPartPicture(thumbnail: Uint8Array): Promise<Buffer | undefined> {
  return pictures.run('server', async () => {
    const sharp = await loadSharp();
    if (!sharp) return undefined;
    const small = sharp(thumbnail).resize(PART_SIDE, PART_SIDE).flatten({ background: '#fff' });
    return small.png({ palette: true, colours: 16, effort: 2, compressionLevel: 9 }).toBuffer();
  });
}

/** Draws the centre of a picture as an avatar, large and small. Throws the errors of `drawSeal`. */
export function drawAvatar(owner: Owner, image: string): Promise<{ large: Buffer; small: Buffer }> {
  return redraw(owner, image, async (open) => ({
    large: await asPalette(open().resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })),
    small: await asPalette(open().resize(SMALL_SIDE, SMALL_SIDE, { fit: 'cover' })),
  }));
}

/**
 * Encodes with eight bits per pixel, which PDFs embed unchanged. A higher effort takes seconds to choose the colours of
 * a noisy picture.
 */
const asPalette = (picture: Sharp): Promise<Buffer> =>
  picture
    .timeout({ seconds: TIMEOUT_S })
    .png({ palette: true, colours: 256, effort: 2, compressionLevel: 9 })
    .toBuffer();

async function redraw<T>(owner: Owner, image: string, draw: (open: () => Sharp) => Promise<T>): Promise<T> {
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  // sharp reads a dozen formats, some with active content. Only PNG and JPEG, recognised by their content, are passed
  // to it.
  if (!isPng(bytes) && !isJpeg(bytes)) throw pictureError('图片只接受 PNG 或 JPEG 格式');
  return pictures.run(owner, async () => {
    const sharp = await requireSharp();
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, pages: 1 };
    try {
      const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
      if (width * height > MAX_PIXELS) throw pictureError('图片超过 2500 万像素，请缩小后再上传');
      return await draw(() => sharp(bytes, options).autoOrient());
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw pictureError('图片无法读取，可能已损坏', error);
    }
  });
}

async function requireSharp() {
  const sharp = await loadSharp();
  if (!sharp) throw pictureError('服务器无法处理图片，请联系管理员');
  return sharp;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(PNG_SIGNATURE);
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
