import '#theme/tokens.css';
import '#theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAppConfig } from '#providers/app-config.ts';
import { dropComposedKeys } from '#providers/composed-keys.ts';
import { keepNotices } from '#providers/notices.ts';
import { App } from './app/app.tsx';
import { prepareFirstPage } from './app/pages.ts';
import { createQueryClient } from './app/query-client.ts';
import { Pages } from './app/router.tsx';
import { refuseStrayFiles } from './app/stray-files.ts';

const element = document.querySelector('#root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);
const queryClient = createQueryClient();

// Requested in parallel with the code of the first page; components that need it handle the failure.
loadAppConfig().catch(() => undefined);
dropComposedKeys();
keepNotices();
refuseStrayFiles();
prepareFirstPage(queryClient, location.pathname)
  .catch(() => undefined)
  .finally(render);

/** In a transition, so that React yields to the browser between pieces of the work. */
function render(): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <App queryClient={queryClient}>
          <Pages />
        </App>
      </StrictMode>,
    ),
  );
}
