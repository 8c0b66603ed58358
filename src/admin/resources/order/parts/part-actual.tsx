import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { actuals, type LineActual } from '#contract/orders/actuals.ts';
import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { isMeasurable } from '#domain/calibration/measured-line.ts';
import { formatYuan } from '#domain/money.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { weightText } from '#domain/stock/stock-texts.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { endpointQuery, useEndpoint } from '../../../calls/use-endpoint.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { uncached } from '../order-queries.ts';
import { readActual, actualInputsOf, type ActualProblems } from './actuals-input.ts';
import type { LineCost } from './order-cost.ts';
import styles from './part-actual.module.css';

/** Its key begins with the order's key, so that both are invalidated together. */
const actualsQuery = (id: number) =>
  endpointQuery(actuals.ofOrder, { params: { id }, queryKey: ['order', id, 'actual'], ...uncached });

/** Undefined while it loads, for orders not yet in production, and for users who may not see costs. */
export function useOrderActuals({ id, status }: OrderWithExt): readonly LineActual[] | undefined {
  const enabled = usePermission(COST_PERMISSION) && isMeasurable(status);
  return useEndpoint({ ...actualsQuery(id), enabled }).data;
}

interface Props {
  orderId: number;
  item: OrderItem;
  cost: LineCost | undefined;
  actual: LineActual | undefined;
}

export function PartActual(props: Props) {
  const { item, actual } = props;
  const canEdit = usePermission('mfr:cost:actual');
  const title = lineTitle(item);
  return (
    <section className={styles.actual} aria-label={`${title}的实际工时与用料`}>
      <h3>实际工时与用料（仅内部可见）</h3>
      {canEdit ? (
        // Resets the form when another user has saved an entry.
        <ActualForm key={actual?.version ?? 0} {...props} />
      ) : (
        <p>{actual ? actualText(item, actual) : '还没有录入'}</p>
      )}
      {actual ? (
        <small className={styles.muted}>
          {actual.byName} {timeText(actual.updatedAt)} 录入
          {actual.hours !== null && actual.hourCost === null ? '；机时成本未知，录入后折算' : ''}
        </small>
      ) : null}
    </section>
  );
}

function actualText({ processes }: OrderItem, { hours, kg, fees, note }: LineActual): string {
  const nameOf = (optionId: number) =>
    processes.find((chosen) => chosen.optionId === optionId)?.optionName ?? '';
  return [
    ...(hours === null ? [] : [`工时 ${hours} 小时`]),
    ...(kg === null ? [] : [`用料 ${weightText(kg)}`]),
    ...fees.map(({ optionId, amount }) => `${nameOf(optionId)} ${formatYuan(amount)}`),
    ...(note === '' ? [] : [note]),
  ].join(' · ');
}

function ActualForm({ orderId, item, cost, actual }: Props) {
  const command = useCommand();
  const id = useId();
  const queryClient = useQueryClient();
  const [texts, setTexts] = useState(() => actualInputsOf(actual));
  const [problems, setProblems] = useState<ActualProblems>({});
  const { busy, whileBusy } = useBusy<'save'>();
  const isChanged = JSON.stringify(texts) !== JSON.stringify(actualInputsOf(actual));
  const { setDirty } = useUnsavedGuard();
  useEffect(() => setDirty(isChanged));

  const save = () =>
    whileBusy('save', async () => {
      const result = readActual(texts, actual, item.lineNo);
      setProblems('problems' in result ? result.problems : {});
      if ('problems' in result) return;
      await command(actuals.save, { params: { id: orderId }, body: result.entry });
      await queryClient.invalidateQueries({ queryKey: actualsQuery(orderId).queryKey });
    });

  const material = cost?.factors.find(({ kind }) => kind === 'material');
  // The actual machine hours cover both kinds of factor.
  const machiningCost = cost?.factors
    .filter(({ kind }) => kind === 'machining' || kind === 'minute')
    .reduce<number | null>((sum, { amount }) => (sum === null || amount === null ? null : sum + amount), 0);
  const estimateOf = (optionId: number) =>
    cost?.factors.find((factor) => factor.optionId === optionId)?.amount;
  // Options that cost nothing, such as 无螺纹, have no invoice to enter.
  const paidOptions = item.processes.filter(
    ({ optionId, price }) =>
      price > 0 || (estimateOf(optionId) ?? 0) > 0 || texts.fees[optionId] !== undefined,
  );
  const fields = [
    {
      key: 'hours' as const,
      label: '加工工时（小时）',
      value: texts.hours,
      hint: hoursHint(machiningCost, actual?.hourCost),
      set: (hours: string) => setTexts({ ...texts, hours }),
    },
    {
      key: 'kg' as const,
      label: '用料（kg，含废品）',
      value: texts.kg,
      hint: material?.kg == null ? '' : `估算 ${Number((material.kg * item.num).toFixed(3))} kg`,
      set: (kg: string) => setTexts({ ...texts, kg }),
    },
    ...paidOptions.map(({ optionId, processName, optionName }) => ({
      key: optionId,
      label: `${processName}：${optionName}（元）`,
      value: texts.fees[optionId] ?? '',
      hint: estimateText('估算', estimateOf(optionId)),
      set: (fee: string) => setTexts({ ...texts, fees: { ...texts.fees, [optionId]: fee } }),
    })),
  ];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {fields.map(({ key, label, value, hint, set }) => {
        const problem = problems[key];
        return (
          <div key={key} className={styles.field}>
            <label htmlFor={`${id} ${key}`}>{label}</label>
            <Input
              id={`${id} ${key}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              placeholder="未录入"
              value={value}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id} ${key} hint`}
              status={problem === undefined ? undefined : 'error'}
              onChange={(event) => set(event.target.value)}
            />
            <small id={`${id} ${key} hint`} className={problem === undefined ? styles.muted : styles.problem}>
              {problem ?? hint}
            </small>
          </div>
        );
      })}
      <div className={styles.note}>
        <label htmlFor={`${id} note`}>备注</label>
        <Input
          id={`${id} note`}
          maxLength={500}
          placeholder="选填，例如：报废 2 件重做"
          value={texts.note}
          onChange={(event) => setTexts({ ...texts, note: event.target.value })}
        />
      </div>
      <Button htmlType="submit" loading={busy !== undefined} disabled={!isChanged}>
        保存实际
      </Button>
    </form>
  );
}

/** Orders store no estimated hours: they are the estimated cost divided by the hourly cost of the entry. */
function hoursHint(amount: number | null | undefined, hourCost: number | null | undefined): string {
  const costs = estimateText('估算加工成本', amount);
  if (amount == null || hourCost == null || hourCost === 0) return costs;
  return `估算约 ${Number((amount / hourCost).toFixed(1))} 小时（${costs}，机时 ${formatYuan(hourCost)}/小时）`;
}

const estimateText = (label: string, amount: number | null | undefined) =>
  amount == null ? '' : `${label} ${formatYuan(amount)}`;
