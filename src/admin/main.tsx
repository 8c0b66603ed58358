import 'antd/dist/antd.css';
import '#theme/tokens.css';
import '#theme/base.css';
import './app/page.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { loadAppConfig } from '#providers/app-config.ts';
import { dropComposedKeys } from '#providers/composed-keys.ts';
import { keepNotices } from '#providers/notices.ts';
import { AdminApp } from './app/admin-app.tsx';
import { prepareFirstPage } from './app/first-page.ts';
import { createQueryClient } from './app/query-client.ts';
import { adminRoutes } from './app/routes.tsx';
import { watchFocus } from './components/use-focus-back.ts';
import { declared } from './resources/index.ts';

const element = document.getElementById('root');
if (!element) throw new Error('admin.html has no #root');
const root = createRoot(element);
const queryClient = createQueryClient();
const routes = adminRoutes(declared, queryClient);

// The header shows the product's name; after a failure it keeps the default.
loadAppConfig().catch(() => undefined);
dropComposedKeys();
keepNotices();
watchFocus();
watchGutter();
prepareFirstPage(queryClient, routes, location.pathname)
  .catch(() => undefined)
  .finally(render);

/** Renders in a transition, so that the browser can respond between pieces of the work. */
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
 * Keeps `--gutter` at the room of the page's scroll bar, for page.css: only the page that has the gutter can be measured, and
 * zooming changes it.
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
