import type { QueryClient } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import zhCN from 'antd/es/locale/zh_CN';
import type { Locale } from 'antd/es/locale';
import { clearOnSessionChange } from './query-client.ts';
import { theme } from './theme.ts';

const calendar = zhCN.DatePicker;

/** Empties the labels of a calendar's year and month, so that screen readers read their texts, such as 2026年. */
const locale: Locale = calendar
  ? {
      ...zhCN,
      DatePicker: {
        ...calendar,
        lang: { ...calendar.lang, yearSelect: '', monthSelect: '', decadeSelect: '' },
      },
    }
  : zhCN;

// base.css removes transitions, so antd would never learn that a motion has ended.
const prefersReducedMotion = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
const shownTheme = prefersReducedMotion ? { ...theme, token: { ...theme.token, motion: false } } : theme;

/** The page's content security policy allows antd's styles only with this nonce. */
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce };

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createBrowserRouter>;
}

export function AdminApp({ queryClient, router }: Props) {
  useEffect(() => clearOnSessionChange(queryClient), [queryClient]);
  return (
    <ConfigProvider locale={locale} theme={shownTheme} csp={csp} button={{ autoInsertSpace: false }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>
  );
}
