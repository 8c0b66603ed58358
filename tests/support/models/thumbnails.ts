import sharp from 'sharp';

/** A picture of a block of this length, as the server draws one of a model. */
export function blockThumbnail(lengthMm: number): Promise<Buffer> {
  const [x, y] = [30 + (lengthMm % 90), 130 + (lengthMm % 70)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">
    <path fill="#c4d0dc" d="M20 ${y - 60}l100 -50l100 50l-100 50z"/>
    <path fill="#8fa0b2" d="M20 ${y - 60}l100 50v${x}l-100 -50z"/>
    <path fill="#708093" d="M220 ${y - 60}l-100 50v${x}l100 -50z"/></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 80 }).toBuffer();
}
