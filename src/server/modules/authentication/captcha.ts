import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { captchas } from '#server/db/schema.ts';

/** Stays valid while a slow phone looks for a proof of work; see `login-challenges.ts`. */
const LIFETIME_MS = 600_000;
/** Narrow capitals and digits of which no two look alike, also when turned a little: no O and 0, D and Q, U and V, I and 1. */
const alphabet = 'ACEFHJKNPRTXY34679';
/** Pixels of the picture for each one of the page, for sharp letters on phones. */
const SCALE = 2;
const SIZE = { width: 150, height: 50, fontSize: 64 };

/** A picture as SVG with its text. The paths of the font are hollow letters with thin edges: a stroke makes them bold. */
export async function drawCaptcha(): Promise<{ text: string; svg: string }> {
  // Imported on first use: the font takes 6 MB and a tenth of the start time.
  const { default: svgCaptcha } = await import('svg-captcha-fixed');
  // Dark letters: half of the default colours are too pale on white.
  const { text, data } = svgCaptcha.create({ size: 4, noise: 2, ...SIZE, charPreset: alphabet });
  return { text, svg: data.replaceAll(/<path fill="(#\w+)"/g, '<path stroke="$1" fill="$1"') };
}

/** The pixels of a picture. The outlines of an SVG would name the characters: each has the same ones every time. */
export async function paintCaptcha(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 72 * SCALE })
    .flatten({ background: '#fff' })
    .png({ palette: true, colours: 32 })
    .toBuffer();
}

/** A new captcha: its id, and its picture as a data URI. The answer stays in the database. */
export async function issueCaptcha(db: Db, now: Date): Promise<{ id: string; data: string }> {
  const { text, svg } = await drawCaptcha();
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
  return taken !== undefined && taken.expiresAt > now && taken.answer === answer.trim().toLowerCase();
}
