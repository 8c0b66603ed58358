import '#theme/tokens.css';
import '#theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAppConfig } from '#providers/app-config.ts';
import { ignoreComposedKeys } from '#providers/composed-keys.ts';
import { bufferNotices } from '#providers/notices.ts';
import { App } from './app/app.tsx';
import { prepareFirstPage } from './app/pages.ts';
import { createQueryClient } from './app/query-client.ts';
import { Pages } from './app/router.tsx';
import { rejectStrayFiles } from './app/reject-stray-files.ts';

const element = document.querySelector('#root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);
const queryClient = createQueryClient();

// Fetched in parallel with the first page's code; components that need it handle errors.
loadAppConfig().catch(() => undefined);
ignoreComposedKeys();
bufferNotices();
rejectStrayFiles();
prepareFirstPage(queryClient, location.pathname)
  .catch(() => undefined)
  .finally(render);

/** In a transition, so that React yields to the browser while rendering. */
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
