import type { ThemeConfig } from 'antd';
import { BODY_FONT_PX, RADIUS_PX, tokens } from '#theme/tokens.ts';

const { color, font } = tokens;

/** The product's design tokens as an antd theme. */
export const theme: ThemeConfig = {
  // The page has one antd, so selectors need no hash; the browser parses and matches less.
  hashed: false,
  token: {
    colorPrimary: color.primary,
    colorPrimaryHover: color['primary-hover'],
    colorPrimaryActive: color['primary-hover'],
    colorLink: color.primary,
    colorLinkHover: color['primary-hover'],
    colorInfo: color.primary,
    colorSuccess: color.primary,
    colorError: color.danger,
    colorWarning: color.warning,
    colorText: color.ink,
    colorTextSecondary: color.muted,
    colorTextDescription: color.muted,
    colorTextPlaceholder: color.muted,
    colorBorder: color['line-strong'],
    colorBorderSecondary: color.line,
    colorBgLayout: color.page,
    borderRadius: RADIUS_PX,
    fontSize: BODY_FONT_PX,
    fontFamily: font.body,
  },
  components: {
    Menu: { itemSelectedBg: color['primary-tint'], activeBarBorderWidth: 0 },
    Table: { headerBg: color.page, rowSelectedBg: color['primary-tint'] },
  },
};
