import { hasTransparency, inkBox, liftInk, type LiftOptions } from '#domain/seals/ink.ts';
import { openPicture, pictureUri } from './picture-file.ts';

/** Pixels per side while removing the background, and of the final seal. */
const WORKING_SIDE = 900;
const SEAL_SIDE = 640;

/** Options for making a seal from a picture. */
export interface SealOptions extends LiftOptions {
  /** Whether to remove the background. */
  isLifting: boolean;
}

export const defaultSealOptions: SealOptions = { isLifting: true, threshold: 22, isRedOnly: false };
export const emptySealMessage = '去除背景后没有剩下内容，请把强度调低一些';

/**
 * Opens a picture for a seal and suggests options. A picture with transparency needs no background removal.
 * @throws PictureError
 */
export async function openSealPicture(file: Blob): Promise<{ picture: ImageData; options: SealOptions }> {
  const picture = await openPicture(file, WORKING_SIDE);
  return { picture, options: { ...defaultSealOptions, isLifting: !hasTransparency(picture) } };
}

/** The seal as a data URI, cropped; '' if nothing is left of the picture. */
export function sealUri(picture: ImageData, options: SealOptions): string {
  const pixels = options.isLifting ? liftInk(picture, options) : picture;
  const box = inkBox(pixels);
  return box ? pictureUri(pixels, box, SEAL_SIDE) : '';
}

/** A canvas drawing as a seal; '' if it is blank. */
export function drawingUri(canvas: HTMLCanvasElement): string {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return pixels ? sealUri(pixels, { ...defaultSealOptions, isLifting: false }) : '';
}
