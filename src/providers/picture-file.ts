import type { Box, Pixels } from '#domain/seals/ink.ts';

/** Decoding a larger file may exhaust the browser's memory. */
const MAX_FILE_BYTES = 40 * 1024 * 1024;
/** The server's limit: 400 KB in base64. */
const MAX_URI_LENGTH = 546_000;

/** Thrown for a file that is not a usable picture; the message is for the user. */
export class PictureError extends Error {}

/**
 * Decodes a PNG or JPEG, applies its orientation, and scales it down to at most `maxSide` pixels per side.
 * @throws PictureError
 */
export async function openPicture(file: Blob, maxSide: number): Promise<ImageData> {
  if (file.size > MAX_FILE_BYTES) throw new PictureError('文件超过 40 MB，请先缩小');
  // Checks the content: names are unreliable, and browsers decode formats that the server rejects.
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isPng = head[0] === 0x89 && head[1] === 0x50 && head[2] === 0x4e && head[3] === 0x47;
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
  if (!isPng && !isJpeg) throw new PictureError('只接受 PNG 或 JPEG 图片');
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureError('图片无法读取，可能已损坏');
  });
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const { context } = newCanvas(width, height);
    context.drawImage(picture, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } finally {
    picture.close();
  }
}

/** Crops a picture to a PNG data URI of at most `maxSide` pixels per side, within the server's limit. */
export function pictureUri(pixels: Pixels, { x, y, width, height }: Box, maxSide: number): string {
  const source = newCanvas(pixels.width, pixels.height);
  const data = new ImageData(new Uint8ClampedArray(pixels.data), pixels.width, pixels.height);
  source.context.putImageData(data, 0, 0);
  for (let side = maxSide; ; side *= 0.8) {
    const scale = Math.min(1, side / Math.max(width, height));
    const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    const cropped = newCanvas(w, h);
    cropped.context.drawImage(source.canvas, x, y, width, height, 0, 0, w, h);
    const uri = cropped.canvas.toDataURL('image/png');
    if (uri.length <= MAX_URI_LENGTH) return uri;
  }
}

/** Crops a picture to its central square, as a JPEG on white. */
export function avatarUri(picture: ImageData, side: number): string {
  const { width, height } = picture;
  const source = newCanvas(width, height);
  source.context.putImageData(picture, 0, 0);
  const edge = Math.min(width, height);
  const { canvas, context } = newCanvas(side, side);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.drawImage(source.canvas, (width - edge) / 2, (height - edge) / 2, edge, edge, 0, 0, side, side);
  return canvas.toDataURL('image/jpeg', 0.9);
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PictureError('浏览器无法处理图片');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}
