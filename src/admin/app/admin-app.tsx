import type { QueryClient } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import zhCN from 'antd/es/locale/zh_CN';
import type { Locale } from 'antd/es/locale';
import { forgetOnSessionChange } from './query-client.ts';
import { theme } from './theme.ts';

const calendar = zhCN.DatePicker;

/** antd's Chinese texts. The year and month above a calendar are named by what they show, 2026年, not by 选择年份. */
const locale: Locale = calendar
  ? {
      ...zhCN,
      DatePicker: {
        ...calendar,
        lang: { ...calendar.lang, yearSelect: '', monthSelect: '', decadeSelect: '' },
      },
    }
  : zhCN;

// Without transitions (base.css) nothing tells antd that a motion has ended.
const isStill = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
const shownTheme = isStill ? { ...theme, token: { ...theme.token, motion: false } } : theme;

/** The nonce with which the page's content security policy allows antd's styles. */
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce };

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

export function AdminApp({ queryClient, router }: Props) {
  useEffect(() => forgetOnSessionChange(queryClient), [queryClient]);
  return (
    <ConfigProvider locale={locale} theme={shownTheme} csp={csp} button={{ autoInsertSpace: false }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>
  );
}
