import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { expect, test } from 'vitest';
import { uncheckedSentence } from '#geometry/checks/check-sentences.ts';
import { defaultCheckLimits } from '#geometry/checks/check-limits.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { nodesById } from '../draft/catalogue-types.ts';
import { buildFields, buildPart, catalogue } from '../draft/fixtures.test-data.ts';
import { createPricer } from '../draft/price-draft.ts';
import { initialState, quoteReducer } from '../draft/quote-state.ts';
import type { AdviceContext } from './advice.ts';
import { ModelChecks } from './model-checks.tsx';
import { drawingChecksOf } from './part-measures.ts';

const model = { fileId: 'f', fileName: '底座.step', fileBytes: 1, factor: 1 };
const limits = { ...defaultCheckLimits.metal, drawingWords: ['Ra1.6'] };
const scope = { catalogue, nodes: nodesById(catalogue.tree), viewOf: createPricer(catalogue) };
const context: AdviceContext = {
  part: buildPart(),
  model,
  reading: undefined,
  maxNewParts: 0,
  limits,
  scope,
};
const nothing = () => undefined;
const shown = {
  checks: [],
  unchecked: '',
  context,
  dispatch: nothing,
  selected: undefined,
  onHover: nothing,
  onSelect: nothing,
};

test('findings for staff come first and say that the price is only for reference', () => {
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
  render(<ModelChecks {...shown} checks={checks} />);
  const found = screen.getAllByRole('listitem').map((one) => one.querySelector('span')?.textContent);
  expect(found).toEqual([
    '4000 × 60 × 20 mm 超出机床行程，所示价格供参考，提交后由我们核对',
    '薄壁 0.5 mm（建议不小于 0.76 mm）',
  ]);
});

test.each([
  ['stl', false, '网格文件（STL、OBJ、3MF）不检查孔、型腔和内圆角；需要时请提供 STEP 文件'],
  ['stl', true, '网格文件（STL、OBJ、3MF）不检查壁厚、孔、型腔和内圆角；需要时请提供 STEP 文件'],
  ['step', true, '多个实体作为一个零件时不检查壁厚、孔、型腔和内圆角'],
  ['step', false, undefined],
] as const)(
  'an empty list says what is not checked: %s, several bodies as one %s',
  (format, isWhole, text) => {
    const unchecked = uncheckedSentence({ format, isWhole, isWallChecked: true });
    const { container } = render(<ModelChecks {...shown} unchecked={unchecked} />);
    expect(container.querySelector('p')?.textContent).toBe(text);
  },
);

function Page() {
  const fields = buildFields({ num: '10', selections: { process_10: 11, process_20: 22 } });
  const [{ parts }, dispatch] = useReducer(quoteReducer, initialState([fields], catalogue));
  const [part] = parts;
  if (!part) return null;
  const { price } = scope.viewOf(part);
  return (
    <>
      <output aria-label="小计">{price.isPriced && price.price.subTotalFen / 100}</output>
      <ModelChecks
        {...shown}
        checks={drawingChecksOf(part, scope.nodes, limits)}
        context={{ ...context, part }}
        dispatch={dispatch}
      />
    </>
  );
}

test('a suggested change is applied by a click, saves the stated amount, and is undone by another click', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const yuan = () => Number(screen.getByLabelText('小计').textContent);
  const before = yuan();
  const advice = screen.getByText(/每件省/).textContent ?? '';
  const saved = Number(/每件约?省 ¥([\d.]+)$/.exec(advice)?.[1]);
  await user.click(screen.getByRole('button', { name: '采用：粗糙度由“Ra1.6”改为“Ra3.2”' }));
  expect(screen.queryByRole('list', { name: '加工提示' })).toBeNull();
  expect(before - yuan()).toBeCloseTo(saved * 10, 2);
  expect(screen.getByText(/^已采用：粗糙度由“Ra1.6”改为“Ra3.2”/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '撤销采用' }));
  expect(yuan()).toBe(before);
  expect(screen.queryByText(/^已采用/)).toBeNull();
});
