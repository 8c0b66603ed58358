import { expect, test } from 'vitest';
import { buildQuotation } from './quotations.test-data.ts';
import { renderPdf } from './pdf-renderer.ts';

test('a quotation that takes too long fails without affecting queued ones', async () => {
  await renderPdf(buildQuotation(1)); // The thread has started and read its fonts.
  const long = renderPdf(buildQuotation(20_000), 300);
  const short = [1, 2, 3].map((count) => renderPdf(buildQuotation(count)));
  await expect(long).rejects.toMatchObject({ error: 'server.busy', retryAfterSeconds: 5 });
  for (const pdf of await Promise.all(short)) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a quotation that cannot be drawn fails with the reason; the next one is drawn', async () => {
  const broken = buildQuotation(1);
  Reflect.set(broken, 'snapshot', null);
  await expect(renderPdf(broken)).rejects.toThrow(/could not be drawn: TypeError/);
  expect((await renderPdf(buildQuotation(1))).length).toBeGreaterThan(1_000);
});
