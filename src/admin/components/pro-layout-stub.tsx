import type { CSSProperties, ReactNode } from 'react';

export interface PageHeaderProps {
  title?: ReactNode;
  subTitle?: ReactNode;
  tags?: ReactNode;
  extra?: ReactNode;
  breadcrumb?: ReactNode;
  backIcon?: ReactNode;
  onBack?: () => void;
  className?: string;
  style?: CSSProperties;
  children?: ReactNode;
}

const row: CSSProperties = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 };

/**
 * The only thing that `@refinedev/antd` takes from `@ant-design/pro-layout`, whose layouts, icons and menus we
 * do not use; the browser build reads this file in its place (see `vite.aliases.ts`).
 */
export function PageHeader({
  breadcrumb,
  backIcon,
  onBack,
  title,
  subTitle,
  tags,
  extra,
  ...rest
}: PageHeaderProps) {
  const { className, style, children } = rest;
  return (
    <div className={className} style={style}>
      {breadcrumb}
      <div style={{ ...row, justifyContent: 'space-between', marginBlock: 8 }}>
        <div style={row}>
          {/* The icon is a button already; its click reaches this span, as the keyboard's does. */}
          {onBack && backIcon ? (
            <span role="presentation" onClick={onBack}>
              {backIcon}
            </span>
          ) : null}
          {title}
          {subTitle}
          {tags}
        </div>
        <div style={row}>{extra}</div>
      </div>
      {children}
    </div>
  );
}
