import { randomBytes, randomInt } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { captchas } from '#server/db/schema.ts';
import { alphabet, drawText } from './captcha-drawing.ts';

/** Stays valid while a slow phone looks for a proof of work; see `login-challenges.ts`. */
const LIFETIME_MS = 600_000;
/** Pixels of the picture for each one of the page, for sharp letters on phones. */
const SCALE = 2;
const LENGTH = 6;
/** Characters that people read instead of one that is drawn; none of them is ever drawn. */
const misread: Record<string, string> = {
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

/** A picture as SVG with its text. */
export function drawCaptcha(): { text: string; svg: string } {
  const text = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { text, svg: drawText(text) };
}

/** The pixels of a picture. The lines of an SVG would name the characters: each is written with the same ones. */
export async function paintCaptcha(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 72 * SCALE })
    .png({ palette: true, colours: 8 })
    .toBuffer();
}

/** A new captcha: its id, and its picture as a data URI. The answer stays in the database. */
export async function issueCaptcha(db: Db, now: Date): Promise<{ id: string; data: string }> {
  const { text, svg } = drawCaptcha();
  const png = await paintCaptcha(svg);
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
  const [taken] = await db
    .delete(captchas)
    .where(eq(captchas.id, id))
    .returning({ answer: captchas.answer, expiresAt: captchas.expiresAt });
  return taken !== undefined && taken.expiresAt > now && taken.answer === asDrawn(answer);
}

const asDrawn = (answer: string) =>
  Array.from(answer.trim().toLowerCase(), (character) => misread[character] ?? character).join('');
