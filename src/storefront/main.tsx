import '#theme/tokens.css';
import '#theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAppConfig } from '#providers/app-config.ts';
import { App } from './app/app.tsx';
import { Pages } from './app/router.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

// Asked for at once, beside the code of the first page; whoever needs it meets a failure there.
loadAppConfig().catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <App>
      <Pages />
    </App>
  </StrictMode>,
);
