import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { NamedPriceChange } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin } from '../../../app/open-admin.test-data.tsx';

export const changeOf = (material: string, id: number, isDeleted: boolean): NamedPriceChange => ({
  kind: 'cell',
  key: `cell/${id}/11`,
  group: material,
  name: '表面处理 喷砂',
  isDeleted,
  before: { price: 5, time: 1 },
  after: { price: 6, time: 1 },
  now: isDeleted ? null : { price: 5, time: 1 },
});
export const draftWith = (
  changes: NamedPriceChange[],
  more: Partial<PriceDraftDetails> = {},
): PriceDraftDetails => ({
  id: 4,
  name: '外协涨价',
  reason: '',
  state: 'draft',
  count: changes.length,
  createdName: '王工',
  createdAt: '2026-11-20T08:00:00.000Z',
  publishAt: null,
  scheduledName: '',
  failure: '',
  publishedName: '',
  publishedAt: null,
  undoneName: '',
  undoneAt: null,
  version: 1,
  changes,
  hidden: 0,
  meets: [],
  seen: 'f00d',
  ...more,
});
const noDrafts = ok({ list: [], count: 0, pageIndex: 1, pageSize: 10, maxUpdatedAt: null });

export function openDraft(draft: PriceDraftDetails, more: Parameters<typeof openAdmin>[1] = {}) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  return openAdmin('/admin/table?draft=4', {
    ...more,
    answers: {
      'GET /price-table': ok({ materials: [], options: [], cells: [] }),
      'GET /price-draft': noDrafts,
      'GET /price-draft/4': ok(draft),
      ...more.answers,
    },
  });
}
export const view = () => screen.findByLabelText('外协涨价');
export const dropped = { 'POST /price-draft/4/drop': ok({ count: 1 }, '已从草稿中移除') };
