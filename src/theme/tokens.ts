/** The look of the product: the storefront reads it as CSS custom properties, the back office as antd's theme. */
export const tokens = {
  color: {
    primary: '#15803d',
    'primary-hover': '#166534',
    'primary-tint': '#f0fdf4',
    /** A selected row under the pointer. */
    'primary-soft': '#eafcf0',
    'primary-border': '#bbf7d0',
    ink: '#1f2937',
    muted: '#6b7280',
    line: '#e5e7eb',
    /** Border of inputs: 3:1 on white. */
    'line-strong': '#868e9a',
    surface: '#ffffff',
    page: '#f6f8f7',
    danger: '#dc2626',
    'danger-hover': '#b91c1c',
    'danger-tint': '#fef2f2',
    'danger-border': '#fecaca',
    warning: '#b45309',
    'warning-tint': '#fffbeb',
    'warning-border': '#fde68a',
    info: '#1d4ed8',
    'info-tint': '#eff6ff',
    'info-border': '#bfdbfe',
  },
  radius: { control: '8px', card: '8px', pill: '999px' },
  /** Multiples of the 4-pixel grid. */
  space: { 1: '4px', 2: '8px', 3: '12px', 4: '16px', 5: '20px', 6: '24px', 8: '32px', 12: '48px' },
  size: {
    small: '12px',
    body: '14px',
    large: '16px',
    title: '20px',
    display: '28px',
    control: '36px',
    /** Height of buttons and fields within a card; `base.css` makes both larger on phones and touch screens. */
    compact: '32px',
    header: '56px',
    /** The widest content of a page. */
    page: '1240px',
  },
  font: {
    body: "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Helvetica Neue', Arial, sans-serif",
    mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace",
  },
  shadow: {
    card: '0 1px 2px rgb(16 24 40 / 6%)',
    float: '0 8px 24px rgb(16 24 40 / 16%)',
  },
} as const;

/** Body text in pixels, for antd's `fontSize`. */
export const BODY_FONT_PX = 14;
/** Corner radius in pixels, for antd's `borderRadius`. */
export const RADIUS_PX = 8;

/** The tokens as a style sheet: `--color-primary`, `--space-4` …; `tokens.css` is this text. */
export function tokensCss(): string {
  const lines = Object.entries(tokens).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => `  --${group}-${name}: ${value};`),
  );
  return `:root {\n${lines.join('\n')}\n}\n`;
}
