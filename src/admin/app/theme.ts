import type { ThemeConfig } from 'antd';
import { BODY_FONT_PX, RADIUS_PX, tokens } from '#theme/tokens.ts';

const { color, font } = tokens;

/** The product's tokens as antd's. */
export const theme: ThemeConfig = {
  // There is one antd in the page: without a hash in each selector the browser has less to parse and to match.
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
