import type { CalibrationReport, MeasuredCost } from '#contract/catalogue/calibration.ts';
import type { CostKind } from '#domain/pricing/cost.ts';
import type { Cell } from '#server/tables/workbook.ts';

export const kindLabels = {
  machining: '加工',
  material: '材料',
  option: '工艺选项',
} as const satisfies Record<CostKind, string>;

/** The rows of one sheet: the report, the proposed prices, and measured costs that differ from the entered ones. `labelOf` names tags. */
export function sheetOfCalibration(
  { groups, proposals, costs }: CalibrationReport,
  labelOf: (materialTag: string) => string,
): Cell[][] {
  const nameOf = ({ kind, materialTag, material, option }: MeasuredCost) =>
    kind === 'machining' ? `加工基价 ${labelOf(materialTag)}` : `${material} ${option}`;
  return [
    [
      '项目',
      '名称',
      '最长边',
      '零件行',
      '估算（元）',
      '实际（元）',
      '估算工时/kg',
      '实际工时/kg',
      '偏差（%）',
      '90% 区间（%）',
      '成本表（元/件）',
      '实测成本（元/件）',
    ],
    ...groups.map(({ kind, materialTag, name, size, lines, estimate, actual, amount, deviation }): Cell[] => [
      kindLabels[kind],
      kind === 'option' ? name : labelOf(materialTag),
      size ?? '全部',
      lines,
      estimate,
      actual,
      amount?.estimate ?? null,
      amount?.actual ?? null,
      deviation?.percent ?? '数据不足',
      deviation ? `${deviation.low} 至 ${deviation.high}` : null,
    ]),
    ...proposals.map((proposal): Cell[] => [
      '建议价格',
      nameOf(proposal),
      '全部',
      proposal.lines,
      proposal.now,
      proposal.proposed,
      null,
      null,
      proposal.deviation.percent,
      '估算列为现价，实际列为建议价',
      proposal.bookCost ?? '未知',
      proposal.measuredCost,
    ]),
    ...costs.map((cost): Cell[] => [
      '待写入的实测成本',
      nameOf(cost),
      '全部',
      cost.lines,
      null,
      null,
      null,
      null,
      cost.deviation.percent,
      `${cost.deviation.low} 至 ${cost.deviation.high}`,
      cost.bookCost ?? '未知',
      cost.measuredCost,
    ]),
  ];
}
