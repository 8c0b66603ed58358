import { fireEvent, screen } from '@testing-library/react';
import type { SearchResult } from '#contract/system/search.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

export const order: SearchResult = { kind: 'order', id: 7, title: 'Q20261118-0007', text: '甲公司 · 法兰×3' };
const material: SearchResult = { kind: 'material', id: 2, title: '法兰钢', text: '碳钢' };

export async function openPalette(answers: Parameters<typeof openAdmin>[1] = {}) {
  const page = openAdmin('/admin', {
    ...answers,
    answers: { 'GET /search': ok({ list: [order, material] }), 'GET /post': pageOf([]), ...answers.answers },
  });
  await screen.findByRole('button', { name: '搜索 Ctrl K' });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: '搜索内容' });
  return { page, field };
}
