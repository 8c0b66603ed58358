import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { resources } from '../resources/index.ts';
import { createQueryClient, forgetOnSessionChange } from './query-client.ts';
import { adminRoutes } from './routes.tsx';
import { theme } from './theme.ts';

/** Lets antd's styles past the page's policy. */
const csp = { nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce };

/** The back office. */
export function AdminApp() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(adminRoutes(resources, queryClient)));
  useEffect(() => forgetOnSessionChange(queryClient), [queryClient]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} csp={csp} button={{ autoInsertSpace: false }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>
  );
}
