import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCaptcha, encodeCaptcha } from './captcha.ts';

test('the text has six characters, from capitals and digits that do not look alike', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 50; n += 1) {
    const { text } = drawCaptcha();
    expect(text).toHaveLength(6);
    for (const letter of text) seen.add(letter);
  }
  expect([...seen].toSorted().join('')).toBe('369ACEHJNPTX');
});

test('the encoded picture decodes to the drawn pixels', async () => {
  const { picture } = drawCaptcha();
  const { data, info } = await sharp(encodeCaptcha(picture))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 360, height: 100, channels: 1 });
  const off = picture.ink.findIndex((ink, at) => Math.abs(255 * (1 - ink) - data[at]!) > 255 / 30 + 1);
  expect(off).toBe(-1);
  expect(picture.ink.filter((ink) => ink > 0.5).length).toBeGreaterThan(5_000);
});
