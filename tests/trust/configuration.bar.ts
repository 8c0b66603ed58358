import { afterAll, beforeAll, expect } from 'vitest';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp({ hasPages: true });
});
afterAll(() => app.close());

bar(71, 'a foreign origin gets no permission, and no response sets a cookie', async () => {
  const paths = ['/api/v1/app-config', '/api/v1/material', '/', '/admin', '/nothing', '/healthz'];
  const origins = ['null', ...Array.from({ length: atScale(1, 20) }, (_, n) => `https://evil-${n}.example`)];
  for (const url of paths) {
    for (const origin of origins) {
      const { headers } = await app.exchange({ method: 'GET', url, headers: { origin } });
      const names = Object.keys(headers);
      expect(
        names.filter((name) => name.startsWith('access-control-') || name === 'set-cookie'),
        url,
      ).toEqual([]);
    }
  }
  return `${paths.length} addresses, ${origins.length} origins`;
});
