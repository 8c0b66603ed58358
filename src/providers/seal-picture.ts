import { hasTransparency, inkBox, liftInk, type Lifting } from '#domain/seals/ink.ts';
import { openPicture, pictureUri } from './picture-file.ts';

/** Pixels a side in which the background is looked for, and of the seal that is sent. */
const WORKING_SIDE = 900;
const SEAL_SIDE = 640;

/** How a seal is made of a picture. */
export interface SealChoice extends Lifting {
  /** False leaves the picture as it is. */
  isLifting: boolean;
}

export const usualChoice: SealChoice = { isLifting: true, threshold: 22, isRedOnly: false };
export const nothingLeft = '去除背景后没有剩下内容，请把强度调低一些';

/**
 * A picture to make a seal of, and what is likely to suit it: one that has transparent parts keeps the rest.
 * @throws PictureError
 */
export async function openSealPicture(file: Blob): Promise<{ picture: ImageData; choice: SealChoice }> {
  const picture = await openPicture(file, WORKING_SIDE);
  return { picture, choice: { ...usualChoice, isLifting: !hasTransparency(picture) } };
}

/** The seal as a data URI, without the margin around it; empty when nothing is left of the picture. */
export function sealUri(picture: ImageData, choice: SealChoice): string {
  const pixels = choice.isLifting ? liftInk(picture, choice) : picture;
  const box = inkBox(pixels);
  return box ? pictureUri(pixels, box, SEAL_SIDE) : '';
}

/** What is drawn on a canvas, in the same way. */
export function drawnUri(canvas: HTMLCanvasElement): string {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  return pixels ? sealUri(pixels, { ...usualChoice, isLifting: false }) : '';
}
