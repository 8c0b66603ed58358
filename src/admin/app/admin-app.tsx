import type { QueryClient } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { locale } from './locale.ts';
import { forgetOnSessionChange } from './query-client.ts';
import { theme } from './theme.ts';

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
