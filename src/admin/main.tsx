import 'antd/dist/antd.css';
import '#theme/tokens.css';
import '#theme/base.css';
import './app/page.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { loadAppConfig } from '#providers/app-config.ts';
import { ignoreComposedKeys } from '#providers/composed-keys.ts';
import { bufferNotices } from '#providers/notices.ts';
import { AdminApp } from './app/admin-app.tsx';
import { prepareFirstPage } from './app/first-page.ts';
import { createQueryClient } from './app/query-client.ts';
import { adminRoutes } from './app/routes.tsx';
import { watchFocus } from './components/use-restore-focus.ts';
import { adminPages } from './resources/index.ts';

const element = document.getElementById('root');
if (!element) throw new Error('admin.html has no #root');
const root = createRoot(element);
const queryClient = createQueryClient();
const routes = adminRoutes(adminPages, queryClient);

// The header needs the product's name; if the request fails, it keeps the default name.
loadAppConfig().catch(() => undefined);
ignoreComposedKeys();
bufferNotices();
watchFocus();
watchGutter();
prepareFirstPage(queryClient, routes, location.pathname)
  .catch(() => undefined)
  .finally(render);

/** Renders in a transition, so that the browser stays responsive. */
function render(): void {
  const router = createBrowserRouter(routes);
  startTransition(() =>
    root.render(
      <StrictMode>
        <AdminApp queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}

/**
 * Sets `--gutter` for page.css to the width of the scroll bar gutter. Zooming changes this width. It cannot be measured
 * while an open dialog has removed the gutter.
 */
function watchGutter(): void {
  const { documentElement: root, body } = document;
  const measure = () => {
    if (getComputedStyle(root).scrollbarGutter !== 'stable') return;
    root.style.setProperty('--gutter', `${innerWidth - body.getBoundingClientRect().width}px`);
  };
  addEventListener('resize', measure);
  measure();
}
