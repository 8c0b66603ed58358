import { screen, within } from '@testing-library/react';
import { ok } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { buildDocument } from './document.test-data.ts';

export const pages = [
  ['the quotation page', '/order/quotation/3'],
  ['a shared quotation', '/share/token'],
] as const;

export async function open(address: string, document = buildDocument()) {
  openApp(address, {
    token: 't',
    answers: {
      'GET /order/3/document': ok(document),
      'GET /public/share/token': ok({ ...document, expiresAt: '2026-12-01T00:00:00.000Z', note: '' }),
    },
  });
  return screen.findByRole('article', { name: '报价单 Q20261120-0001' });
}

export const rowsOf = (sheet: HTMLElement) =>
  within(within(sheet).getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
