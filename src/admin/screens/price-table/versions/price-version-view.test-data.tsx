import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../../app/open-admin.test-data.tsx';

export const version = (more: Partial<PriceVersion> = {}): PriceVersion => ({
  revision: 12,
  changedAt: '2026-11-20T08:00:00.000Z',
  userName: '王工',
  count: 2,
  draft: null,
  isRollBack: false,
  undoes: null,
  undoneBy: null,
  copyTo: null,
  ...more,
});
const noChanges = ok({ list: [], count: 0, pageIndex: 1, pageSize: 100, maxUpdatedAt: null });
const noPrices = ok({ materials: [], options: [], cells: [] });

export function openVersion(shown: PriceVersion, more: Parameters<typeof openAdmin>[1] = {}) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  return openAdmin('/admin/table?version=12', {
    ...more,
    answers: {
      'GET /price-table': noPrices,
      'GET /price-version/12': ok({ ...shown, hidden: 0 }),
      'GET /price-version/12/changes': noChanges,
      ...more.answers,
    },
  });
}
export async function questionOf(): Promise<HTMLElement> {
  const [title] = await screen.findAllByText('回退价目版本 12？');
  return title!.closest<HTMLElement>('[role=dialog]')!;
}
export const rollBackButton = async () => (await screen.findByText('回退')).closest('button')!;
