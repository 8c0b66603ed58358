import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { captchas } from '#server/db/schema.ts';

const LIFETIME_MS = 120_000;
/** Without letters and digits that look alike. */
const alphabet = 'ACDEFGHJKMNPQRTUVWXYacdefhjkmnpqrtuvwxy34679';

/**
 * A new captcha: its id, and an SVG in which the characters are outlines, not text. The answer stays in the database.
 */
export async function issueCaptcha(db: Db, now: Date): Promise<{ id: string; data: string }> {
  // Imported on first use: its font takes 6 MB and a tenth of the start time.
  const { default: svgCaptcha } = await import('svg-captcha-fixed');
  // Dark letters: half of the default colours are too pale on white.
  const picture = svgCaptcha.create({
    size: 4,
    noise: 2,
    width: 120,
    height: 40,
    fontSize: 40,
    charPreset: alphabet,
  });
  const id = randomBytes(16).toString('base64url');
  await db.delete(captchas).where(lt(captchas.expiresAt, now));
  await db.insert(captchas).values({
    id,
    answer: picture.text.toLowerCase(),
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return { id, data: `data:image/svg+xml;base64,${Buffer.from(picture.data).toString('base64')}` };
}

/** Uses the captcha up in any case; true when the answer is right and the captcha has not expired. */
export async function consumeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<boolean> {
  const [taken] = await db
    .delete(captchas)
    .where(eq(captchas.id, id))
    .returning({ answer: captchas.answer, expiresAt: captchas.expiresAt });
  return taken !== undefined && taken.expiresAt > now && taken.answer === answer.trim().toLowerCase();
}
