import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from './contrast.test-data.ts';
import { BODY_FONT_PX, RADIUS_PX, tokens, tokensCss } from './tokens.ts';

const { color } = tokens;

test('the style sheet equals the text generated from the tokens', () => {
  const file = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
  expect(oneSpace(file)).toBe(oneSpace(tokensCss()));
});

test('the pixel sizes for antd equal those of the tokens', () => {
  expect(`${BODY_FONT_PX}px`).toBe(tokens.size.body);
  expect(`${RADIUS_PX}px`).toBe(tokens.radius.control);
});

/** WCAG 2.2: 4.5 for text, 3 for the borders of controls. */
describe('contrast', () => {
  test.each([
    ['white on primary', color.surface, color.primary, 4.5],
    ['white on primary hover', color.surface, color['primary-hover'], 4.5],
    ['white on danger', color.surface, color.danger, 4.5],
    ['ink on page', color.ink, color.page, 7],
    ['muted on white', color.muted, color.surface, 4.5],
    ['muted on page', color.muted, color.page, 4.5],
    ['muted on tint', color.muted, color['primary-tint'], 4.5],
    ['primary on tint', color.primary, color['primary-tint'], 4.5],
    ['primary on soft', color.primary, color['primary-soft'], 4.5],
    ['dark danger on its tint', color['danger-hover'], color['danger-tint'], 4.5],
    ['warning on its tint', color.warning, color['warning-tint'], 4.5],
    ['info on its tint', color.info, color['info-tint'], 4.5],
    ['input border on white', color['line-strong'], color.surface, 3],
  ])('%s is sufficient', (_, ink, paper, least) => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(least);
  });
});

/** The formatter breaks long values into lines. */
const oneSpace = (css: string) => css.replaceAll(/\s+/g, ' ');
