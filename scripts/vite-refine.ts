import { fileURLToPath } from 'node:url';

/** Refine's pages use one component of pro-layout, which brings antd 5's pro-components; ours replaces it. */
export const refineAliases = {
  '@ant-design/pro-layout': fileURLToPath(
    new URL('../src/admin/components/page/page-header.tsx', import.meta.url),
  ),
};
