import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Check } from '#geometry/checks.ts';
import { ModelChecks } from './model-checks.tsx';

test('what a person has to look at comes first and says that the price shown is not yet firm', () => {
  const checks: Check[] = [
    {
      code: 'thin-wall',
      severity: 'advice',
      figures: { thicknessMm: 0.5, limitMm: 0.76 },
      faces: [],
    },
    {
      code: 'beyond-envelope',
      severity: 'hold',
      figures: { edgesMm: [4000, 60, 20], roomMm: undefined },
      faces: [],
    },
  ];
  render(
    <ModelChecks
      checks={checks}
      savingOf={() => ''}
      chosen={undefined}
      onPoint={() => undefined}
      onChoose={() => undefined}
    />,
  );
  const found = screen.getAllByRole('listitem').map((one) => one.querySelector('span')?.textContent);
  expect(found).toEqual([
    '4000 × 60 × 20 mm 超出机床行程，所示价格供参考，下单后由我们核对',
    '薄壁 0.5 mm（建议不小于 0.76 mm）',
  ]);
});
