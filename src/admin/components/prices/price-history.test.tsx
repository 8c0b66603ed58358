import { Refine } from '@refinedev/core';
import { render, screen } from '@testing-library/react';
import { App } from 'antd';
import { expect, test } from 'vitest';
import { priceHistory } from '#contract/prices/price-history.ts';
import { createDataProvider } from '#providers/data-provider.ts';
import { fakeServer, ok } from '#providers/fake-server.test-data.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { PriceHistory } from './price-history.tsx';

test('the price history distinguishes rolling back a draft from publishing it', async () => {
  const entry = { userName: '王工', changedAt: '2026-11-20T08:00:00.000Z', undoes: null, copyTo: null };
  const [low, high] = [5, 6].map((price) => ({ price, time: 1 }));
  const list = [
    { ...entry, id: 2, before: high!, after: low!, draftName: '年度调价', isRollBack: true },
    { ...entry, id: 1, before: low!, after: high!, draftName: '年度调价', isRollBack: false },
  ];
  fakeServer(() => ok({ list, count: 2 }));
  render(
    <App>
      <Refine dataProvider={createDataProvider(new Map())} options={{ disableTelemetry: true }}>
        <PriceHistory
          title="喷砂"
          read={(page) =>
            endpointQuery(priceHistory.ofCell, { query: { materialId: 1, optionId: 11, ...page } })
          }
          onClose={() => undefined}
        />
      </Refine>
    </App>,
  );
  expect(await screen.findByText('撤回调价“年度调价”')).toBeTruthy();
  expect(screen.getByText('发布调价“年度调价”')).toBeTruthy();
});
