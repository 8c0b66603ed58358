import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { captchas } from '#server/db/schema.ts';
import { alphabet, drawText, type Picture } from './captcha-drawing.ts';

/** Stays valid while a slow phone looks for a proof of work; see `login-challenges.ts`. */
const LIFETIME_MS = 600_000;
const LENGTH = 6;
/** Characters that are never drawn, each with the drawn one that users mistake for it. */
const lookAlikes: Record<string, string> = {
  k: 'h',
  f: 'e',
  r: 'p',
  '4': 'a',
  y: 'x',
  u: 'j',
  o: 'c',
  '0': 'c',
  g: '6',
  q: '9',
  '8': '3',
};

export function drawCaptcha(): { text: string; picture: Picture } {
  const text = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { text, picture: drawText(text) };
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Encodes a picture as PNG with 16 shades of grey. Not SVG, whose lines would reveal the characters; not with the
 * image library, which is native code: sign-in must work where that does not load.
 */
export function encodeCaptcha({ width, height, ink }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 4; // bits for each pixel; the other four are 0: grey, deflate, no filter, not interlaced
  // A row begins with the number of its filter.
  const stride = 1 + width / 2;
  const rows = Buffer.alloc(height * stride);
  for (const [pixel, value] of ink.entries()) {
    const x = pixel % width;
    const shade = Math.round((1 - value) * 15);
    const offset = Math.floor(pixel / width) * stride + 1 + Math.floor(x / 2);
    rows[offset] = (rows[offset] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  ]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)]);
}

/** A new captcha: its id, and its picture as a data URI. The answer stays in the database. */
export async function issueCaptcha(db: Db, now: Date): Promise<{ id: string; data: string }> {
  const { text, picture } = drawCaptcha();
  const png = encodeCaptcha(picture);
  const id = randomBytes(16).toString('base64url');
  await db.delete(captchas).where(lt(captchas.expiresAt, now));
  await db.insert(captchas).values({
    id,
    answer: text.toLowerCase(),
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return { id, data: `data:image/png;base64,${png.toString('base64')}` };
}

/** Uses the captcha up in any case; true when the answer is right and the captcha has not expired. */
export async function consumeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<boolean> {
  const [captcha] = await db
    .delete(captchas)
    .where(eq(captchas.id, id))
    .returning({ answer: captchas.answer, expiresAt: captchas.expiresAt });
  return captcha !== undefined && captcha.expiresAt > now && captcha.answer === asDrawn(answer);
}

const asDrawn = (answer: string) =>
  Array.from(answer.trim().toLowerCase(), (character) => lookAlikes[character] ?? character).join('');
