import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A data URI with a declared type, which the bytes need not have. */
export const dataUri = (bytes: Buffer, kind: 'png' | 'jpeg' = 'png') =>
  `data:image/${kind};base64,${bytes.toString('base64')}`;

/** A red ring with a star, like a company's seal, on a transparent background. */
export async function stamp(side: number, colour = '#c81e1e'): Promise<string> {
  return dataUri(await sharp(ring(side, colour)).png().toBuffer());
}

/** The same, photographed on unevenly lit paper. */
export async function photographedStamp(side: number): Promise<Buffer> {
  const light = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs><linearGradient id="l" x2="1" y2="1">
      <stop stop-color="#f4f1ea"/><stop offset="1" stop-color="#c9c4b8"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#l)"/></svg>`,
  );
  return sharp(light)
    .composite([{ input: ring(side, '#c81e1e') }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A PNG of noise, which neither a palette nor compression can reduce. */
export async function noise(side: number): Promise<string> {
  const raw = { width: side, height: side, channels: 4 } as const;
  return dataUri(
    await sharp(randomBytes(side * side * 4), { raw })
      .png()
      .toBuffer(),
  );
}

/** A JPEG of 120 × 60 with EXIF data: rotation, position and camera. */
export async function photoWithPlace(): Promise<string> {
  const picture = sharp({ create: { width: 120, height: 60, channels: 3, background: '#c81010' } });
  const exif = { IFD0: { ImageDescription: 'Secret place', Make: 'Camera' } };
  return dataUri(await picture.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'jpeg');
}

const ring = (side: number, colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">
      <circle cx="50" cy="50" r="44" fill="none" stroke="${colour}" stroke-width="5"/>
      <path fill="${colour}" d="M50 26l6 17h18l-14 11 5 18-15-11-15 11 5-18-14-11h18z"/></svg>`,
  );
