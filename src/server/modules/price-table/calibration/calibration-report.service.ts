import { calibrationGroups, type CalibrationGroup } from '#domain/calibration/calibration-report.ts';
import type { Deviation } from '#domain/calibration/deviation.ts';
import { observationsOf } from '#domain/calibration/observations.ts';
import {
  measuredCosts,
  priceProposals,
  type CurrentBookPrices,
  type MeasuredCost,
} from '#domain/calibration/price-proposals.ts';
import type { MeasuredLine } from '#domain/calibration/measured-line.ts';
import { fenFromYuan, round2 } from '#domain/money.ts';
import {
  MAX_CALIBRATED_ORDERS,
  type calibration as contract,
  type CalibrationReport,
} from '#contract/catalogue/calibration.ts';
import { pairKey } from '#contract/prices/cell-changes.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { costKey, readCosts } from '#server/modules/costs/stored-costs.service.ts';
import { countOrders, listMeasuredLines, readMachiningPrices } from './measured-lines.queries.ts';
import { pairChecker, type PriceGrid } from '../price-grid.ts';
import { readCells, readGrid } from '../price-table.queries.ts';

/** Compares estimated and actual costs of the orders within the scope, and proposes prices. Call it in one snapshot. */
export async function reportCalibration(
  tx: Db,
  scope: Scope,
  { beginDate, endDate, materialTag = '', percent: minPercent }: QueryOf<typeof contract.report>,
): Promise<CalibrationReport> {
  const filter = { beginDate, endDate, materialTag };
  const totals = await countOrders(tx, scope, filter);
  const lines = await listMeasuredLines(tx, scope, filter);
  const grid = await readGrid(tx);
  const nameOf = optionNames(grid);
  return inYuan({
    lines: totals.lines,
    entered: lines.length,
    incomparable: lines.filter((line) => observationsOf(line).length === 0).length,
    groups: calibrationGroups(lines).map((group) => presentGroup(group, nameOf)),
    ...(await proposalsFor(tx, lines, Number(minPercent), grid)),
    isCut: totals.orders > MAX_CALIBRATED_ORDERS,
  });
}

type NameOf = (optionId: number) => string;

function optionNames({ options }: PriceGrid): NameOf {
  const names = new Map(options.map(({ id, name, processName }) => [id, `${processName} ${name}`]));
  return (optionId) => names.get(optionId) ?? `已删除的选项 ${optionId}`;
}

async function proposalsFor(tx: Db, lines: readonly MeasuredLine[], minPercent: number, grid: PriceGrid) {
  const machining = await readMachiningPrices(tx);
  const cells = await readCells(tx, currentPairs(lines, grid));
  const current: CurrentBookPrices = {
    machining: (tag) => machining.get(tag),
    cell: (materialId, optionId) => {
      const cell = cells.get(pairKey(materialId, optionId));
      return cell && fenFromYuan(cell.price);
    },
  };
  const present = createCostPresenter(grid, await readCosts(tx));
  return {
    proposals: priceProposals(lines, current, minPercent).map((proposal) => ({
      ...present(proposal),
      averageFen: proposal.averageFen,
      nowFen: proposal.nowFen,
      proposedFen: proposal.proposedFen,
      time: cells.get(pairOf(proposal))?.time ?? 0,
    })),
    costs: measuredCosts(lines, current, minPercent)
      .map(present)
      .filter((cost) => cost.measuredCostFen !== cost.bookCostFen),
  };
}

/** Those pairs of material and option in the lines that can still have a price. */
function currentPairs(lines: readonly MeasuredLine[], grid: PriceGrid) {
  const problemOf = pairChecker(grid);
  const pairs = lines
    .flatMap(({ materialId, options }) => options.map(({ optionId }) => ({ materialId, optionId })))
    .filter(({ materialId, optionId }) => problemOf(materialId, optionId) === undefined);
  return [...new Map(pairs.map((pair) => [pairOf(pair), pair])).values()];
}

/** Presents measured costs in the wire format, with names and the entered costs. */
function createCostPresenter(grid: PriceGrid, costs: ReadonlyMap<string, number>) {
  const nameOf = optionNames(grid);
  const names = new Map(grid.materials.map(({ id, name }) => [id, name]));
  return (cost: MeasuredCost) => {
    const { kind, materialTag, materialId, optionId } = cost;
    const target = { materialTag, materialId, optionId };
    return {
      ...target,
      kind,
      material: names.get(materialId) ?? '',
      option: kind === 'cell' ? nameOf(optionId) : '',
      lines: cost.lines,
      deviation: presentDeviation(cost.deviation),
      measuredCostFen: cost.measuredFen,
      bookCostFen: costs.get(costKey({ ...target, kind: kind === 'cell' ? 'option' : kind })) ?? null,
    };
  };
}

const pairOf = ({ materialId, optionId }: { materialId: number; optionId: number }) =>
  pairKey(materialId, optionId);

const presentGroup = (group: CalibrationGroup, nameOf: NameOf) => ({
  kind: group.kind,
  materialTag: group.materialTag,
  optionId: group.optionId,
  name: group.optionId === null ? '' : nameOf(group.optionId),
  size: group.size?.label ?? null,
  lines: group.lines,
  estimateFen: group.estimateFen,
  actualFen: group.actualFen,
  amount: group.amount && {
    estimate: round2(group.amount.estimate),
    actual: round2(group.amount.actual),
  },
  deviation: group.deviation ? presentDeviation(group.deviation) : null,
});

const presentDeviation = ({ percent, low, high }: Deviation) => ({
  percent: round2(percent),
  low: round2(low),
  high: round2(high),
});
