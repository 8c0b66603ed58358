import type { ThemeConfig } from 'antd';
import { BODY_FONT_PX, RADIUS_PX, tokens } from '#theme/tokens.ts';

const { color, font } = tokens;

/** The product's design tokens as an antd theme. */
export const theme: ThemeConfig = {
  // Only one copy of antd is loaded, so its selectors need no hash.
  hashed: false,
  zeroRuntime: true,
  token: {
    colorPrimary: color.primary,
    colorPrimaryHover: color['primary-hover'],
    colorPrimaryActive: color['primary-hover'],
    colorLink: color.primary,
    colorLinkHover: color['primary-hover'],
    colorLinkActive: color['primary-hover'],
    colorInfo: color.info,
    colorSuccess: color.primary,
    colorError: color.danger,
    colorWarning: color.warning,
    // antd would derive grey tints from the dark green, and text on them would be hard to read.
    colorPrimaryBg: color['primary-tint'],
    colorPrimaryBgHover: color['primary-soft'],
    // antd also uses this for the focus ring, which needs contrast.
    colorPrimaryBorder: color.primary,
    colorPrimaryBorderHover: color['primary-border'],
    colorSuccessBg: color['primary-tint'],
    colorSuccessBgHover: color['primary-soft'],
    colorSuccessBorder: color['primary-border'],
    colorInfoBg: color['info-tint'],
    colorInfoBgHover: color['info-tint'],
    colorInfoBorder: color['info-border'],
    colorWarningBg: color['warning-tint'],
    colorWarningBgHover: color['warning-tint'],
    colorWarningBorder: color['warning-border'],
    colorErrorBg: color['danger-tint'],
    colorErrorBgHover: color['danger-tint'],
    colorErrorBorder: color['danger-border'],
    controlItemBgHover: color.page,
    controlItemBgActive: color['primary-tint'],
    controlItemBgActiveHover: color['primary-soft'],
    colorText: color.ink,
    colorTextSecondary: color.muted,
    colorTextTertiary: color.muted,
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
    Table: {
      headerBg: color.page,
      rowHoverBg: color.page,
      rowSelectedBg: color['primary-tint'],
      rowSelectedHoverBg: color['primary-soft'],
    },
  },
};
