import { formatYuan } from '#domain/money.ts';
import { timeText } from '#domain/shanghai-time.ts';
import type { PriceReplay, REPLAYED_ORDERS, ReplayState } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import type { ShadowRun } from '#contract/prices/shadow-runs.ts';
import { useOrderStatus } from '../../resources/order/order-status-options.ts';

export const stateColours = {
  waiting: 'gold',
  running: 'gold',
  shadow: 'blue',
  done: 'green',
  cancelled: undefined,
  failed: 'red',
} as const satisfies Record<ReplayState, string | undefined>;

const orderSetLabels: Readonly<Record<string, string>> = {
  sold: '已下单（不含已取消）',
  any: '全部询价与订单（不含已取消）',
};

/** Names a set of orders to replay. */
export function useOrderSetLabel(): (orders: (typeof REPLAYED_ORDERS)[number]) => string {
  const statusOf = useOrderStatus();
  return (orders) => orderSetLabels[orders] ?? statusOf(orders).label;
}

export const bookName = ({ draftName }: Pick<PriceReplay, 'draftName'>): string => draftName || '现行价格';

/** The column heading of the trial prices; 现价 for the live ones. */
export function trialNameOf({
  draftId,
  bookRevision,
}: Pick<PriceReplay, 'draftId' | 'bookRevision'>): '现价' | '草稿' | '该版本' {
  if (bookRevision !== null) return '该版本';
  return draftId === null ? '现价' : '草稿';
}

type ChargeTotal = ReplayResult['total']['charges'];

/** Whether there are any charges, as sold, at the live prices or at the trial prices. */
export const hasAnyCharges = (charges: ChargeTotal): charges is NonNullable<ChargeTotal> =>
  charges !== null &&
  [charges.paid, charges.before, charges.after, charges.lostOrders].some((sum) => sum !== 0);

/** Explains which charges were compared. */
export function chargeText(
  charges: ChargeTotal,
  { materialTag, processId }: Pick<PriceReplay['filter'], 'materialTag' | 'processId'>,
): string {
  if (charges === null)
    return materialTag !== '' || processId !== null
      ? '按材料分类或工艺筛选时只比较零件，附加费与折扣属于整单，不参与比较。'
      : '这次试算只比较零件，不含附加费与折扣。';
  if (!hasAnyCharges(charges)) return '这些订单在两边都没有附加费与折扣。';
  const { changedOrders, handCharges, hand, lostOrders } = charges;
  return [
    `附加费与折扣按规则在两边重新计算，${changedOrders.toLocaleString()} 单不同；`,
    handCharges > 0
      ? `人工填写的附加费 ${handCharges.toLocaleString()} 笔共 ${formatYuan(hand)}，金额不变；`
      : '',
    lostOrders > 0 ? `${lostOrders.toLocaleString()} 单的附加费缺少依据，未计入；` : '',
    '规则的有效期按试算当天判断，交期档位按下单时的加价。',
  ].join('');
}

/** In whole percent. */
export const progressOf = ({ progress, total }: Pick<PriceReplay, 'progress' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((100 * progress) / total);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `剩 12 天`, `剩 5 小时`; 正在汇总 while the final result is computed. */
export function remainingText({ until }: Pick<ShadowRun, 'until'>, now: Date): string {
  const leftMs = Date.parse(until) - now.getTime();
  if (leftMs <= 0) return '正在汇总';
  if (leftMs < HOUR_MS) return '剩不到 1 小时';
  return leftMs < DAY_MS ? `剩 ${Math.floor(leftMs / HOUR_MS)} 小时` : `剩 ${Math.ceil(leftMs / DAY_MS)} 天`;
}

export function endText({ endedBy, until }: ShadowRun): string {
  const at = timeText(until);
  if (endedBy === 'stopped') return `${at} 提前结束`;
  return endedBy === 'published' ? `草稿 ${at} 发布，影子运行到此为止` : `${at} 到期结束`;
}

/** How a change to the draft affects the running shadow run. */
export const draftTexts = {
  same: '',
  edited: '草稿在影子运行开始之后改过：这里仍按开始时的价格计算。要试新的价格，请另开一次。',
  scheduled: '草稿已定时发布：发布时影子运行随之结束，结果算到那一刻为止。',
  live: '草稿已经发布，影子运行到发布时为止，正在汇总。',
  undone: '草稿已经发布又撤回，影子运行到发布时为止，正在汇总。',
  gone: '草稿已被删除或并入另一份：影子运行不受影响，仍按开始时留存的价格计算。',
} as const satisfies Record<ShadowRun['draft'], string>;
