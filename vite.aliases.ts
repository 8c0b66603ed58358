import { fileURLToPath } from 'node:url';

/** What the browser build and the tests in jsdom both read in place of a package. */
export const aliases = {
  '@ant-design/pro-layout': fileURLToPath(
    new URL('src/admin/components/pro-layout-stub.tsx', import.meta.url),
  ),
};
