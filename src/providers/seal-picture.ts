import { hasTransparency, inkBox, extractInk, type InkOptions } from '#domain/seals/ink.ts';
import { openPicture, pictureUri } from './picture-file.ts';

/** Pixels per side while removing the background, and of the final seal. */
const WORKING_SIDE = 900;
const SEAL_SIDE = 640;

/** Options for making a seal from a picture. */
export interface SealOptions extends InkOptions {
  removesBackground: boolean;
}

export const defaultSealOptions: SealOptions = { removesBackground: true, threshold: 22, isRedOnly: false };
export const emptySealMessage = '去除背景后没有剩下内容，请把强度调低一些';

/**
 * Opens a picture for a seal and suggests options. A picture with transparency needs no background removal.
 * @throws PictureError
 */
export async function openSealPicture(file: Blob): Promise<{ picture: ImageData; options: SealOptions }> {
  const picture = await openPicture(file, WORKING_SIDE);
  return { picture, options: { ...defaultSealOptions, removesBackground: !hasTransparency(picture) } };
}

/** The seal as a data URI, cropped; '' if nothing is left of the picture. */
export function sealUri(picture: ImageData, options: SealOptions): string {
  const pixels = options.removesBackground ? extractInk(picture, options) : picture;
  const box = inkBox(pixels);
  return box ? pictureUri(pixels, box, SEAL_SIDE) : '';
}

/** The drawing on a canvas as the data URI of a seal; '' if it is blank. */
export function drawingUri(canvas: HTMLCanvasElement): string {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return pixels ? sealUri(pixels, { ...defaultSealOptions, removesBackground: false }) : '';
}
