import { theme as antd } from 'antd';
import { describe, expect, test } from 'vitest';
import { contrast } from '#theme/contrast.test-data.ts';
import { theme } from './theme.ts';

/** Tokens that antd derives from our seeds and overrides. */
const token = antd.getDesignToken(theme);
const table = theme.components?.Table ?? {};

/** WCAG 2.2: text needs 4.5:1. */
describe('text on a derived colour is readable', () => {
  test.each([
    ['a link in a selected row', token.colorLink, table.rowSelectedBg],
    ['a link in a selected row under the pointer', token.colorLink, table.rowSelectedHoverBg],
    ['a link in a row under the pointer', token.colorLink, table.rowHoverBg],
    ['a muted text in a selected row under the pointer', token.colorTextSecondary, table.rowSelectedHoverBg],
    ['a chosen option of a list', token.colorText, token.controlItemBgActive],
    ['a chosen option under the pointer', token.colorText, token.controlItemBgActiveHover],
    ['a success alert', token.colorText, token.colorSuccessBg],
    ['an info alert', token.colorText, token.colorInfoBg],
    ['a warning alert', token.colorText, token.colorWarningBg],
    ['an error alert', token.colorText, token.colorErrorBg],
    ['a primary text on its tint', token.colorPrimary, token.colorPrimaryBgHover],
    ['a day within a range', token.colorText, token.controlItemBgActive],
  ])('%s', (_what, ink, paper) => {
    expect(contrast(ink, paper ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['success', token.colorSuccessBg],
    ['info', token.colorInfoBg],
    ['a selected row', token.controlItemBgActive],
    ['a selected row under the pointer', token.controlItemBgActiveHover],
  ])('the tint of %s is light, not grey', (_what, paper) => {
    expect(contrast('#ffffff', paper)).toBeLessThan(1.25);
  });
});
