import { within } from '@testing-library/react';
import type { OfferedLead } from '#contract/catalogue/lead-classes.ts';
import { buildLead } from '#domain/lead/lead.test-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { summaryPanel } from '../render-quote.test-data.tsx';

export const offered = (lead: Partial<OfferedLead> = {}): OfferedLead => ({
  ...buildLead(lead),
  excluded: [],
  left: null,
  ...lead,
});
export const express = offered();
export const economy = offered({ id: 2, name: '经济', factor: 1.5, percent: -10 });
export const offering = (...leadClasses: OfferedLead[]) => ({
  'GET /charge-rule/table': () => ok({ rules: [], leadClasses }),
});
export const panel = () => within(summaryPanel());
export const total = () => panel().getByText('合计').nextSibling?.textContent;
export const cards = async () =>
  within(await panel().findByRole('group', { name: '交期档位' })).getAllByRole('radio');
export const card = (name: RegExp) => panel().getByRole<HTMLInputElement>('radio', { name });
export const amount = (text: string | null | undefined) =>
  Number(/¥([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', ''));
