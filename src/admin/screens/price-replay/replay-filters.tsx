import { Form, Input, Select, Space, TreeSelect } from 'antd';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import { priceReplays, REPLAYED_ORDERS, type NewReplay } from '#contract/prices/price-replays.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { useProcessTree } from '../../components/prices/catalogue-queries.ts';
import { CompanySelect } from '../../components/company-select.tsx';
import { NumberInput } from '../../components/number-input.tsx';
import { treePopup } from '../../components/tree/tree-popup.tsx';
import { useDictOptions } from '../../field-types/dict-options.ts';
import styles from './price-replay.module.css';
import { useOrderSetLabel } from './replay-texts.ts';

export type ReplayInput = Omit<NewReplay, 'draftId' | 'bookRevision'>;

/** The contract's error for the price range; undefined if it is valid. */
export const priceRangeProblem = (filter: ReplayInput): string | undefined =>
  priceReplays.start.body
    .safeParse({ ...filter, draftId: null, bookRevision: null })
    .error?.issues.find(({ path: [field] }) => field === 'priceFrom' || field === 'priceTo')?.message;

interface Props {
  filter: ReplayInput;
  onChange: (changed: Partial<ReplayInput>) => void;
}

/** The fields that filter the orders of the period. */
export function ReplayFilters({ filter, onChange: change }: Props) {
  const orderSetLabel = useOrderSetLabel();
  const tags = useDictOptions('material_tag');
  const { data: tree } = useProcessTree();
  const { data: leads } = useEndpoint(leadOptions.list, { quiet: false });
  const problem = priceRangeProblem(filter);
  return (
    <>
      <Form.Item label="订单" htmlFor="replay-status">
        <Select
          id="replay-status"
          value={filter.status}
          options={REPLAYED_ORDERS.map((value) => ({ value, label: orderSetLabel(value) }))}
          onChange={(status) => change({ status })}
        />
      </Form.Item>
      <Form.Item label="客户账号" htmlFor="replay-username">
        <Input
          id="replay-username"
          allowClear
          maxLength={64}
          placeholder="全部客户"
          value={filter.username}
          onChange={({ target }) => change({ username: target.value })}
        />
      </Form.Item>
      <Form.Item label="订单编号" htmlFor="replay-order-no">
        <Input
          id="replay-order-no"
          allowClear
          maxLength={200}
          placeholder="全部订单"
          value={filter.orderNo}
          onChange={({ target }) => change({ orderNo: target.value })}
        />
      </Form.Item>
      <Form.Item label={LEAD_LABEL} htmlFor="replay-lead">
        <Select
          id="replay-lead"
          allowClear
          placeholder="全部档位"
          value={leads ? (filter.leadClassId ?? undefined) : undefined}
          options={leads?.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(leadClassId?: number) => change({ leadClassId: leadClassId ?? null })}
        />
      </Form.Item>
      <Form.Item
        label="合计（元）"
        validateStatus={problem === undefined ? undefined : 'error'}
        help={problem}
      >
        <Space.Compact block>
          <NumberInput
            aria-label="最低合计"
            className={styles.amount}
            placeholder="最低"
            value={filter.priceFrom}
            onChange={(priceFrom) => change({ priceFrom })}
          />
          <NumberInput
            aria-label="最高合计"
            className={styles.amount}
            placeholder="最高"
            value={filter.priceTo}
            onChange={(priceTo) => change({ priceTo })}
          />
        </Space.Compact>
      </Form.Item>
      <Form.Item label="公司" htmlFor="replay-dept">
        <CompanySelect
          id="replay-dept"
          width="100%"
          value={filter.deptId ?? undefined}
          onChange={(deptId) => change({ deptId: deptId ?? null })}
        />
      </Form.Item>
      <Form.Item label="材料分类" htmlFor="replay-tag">
        <Select
          id="replay-tag"
          allowClear
          placeholder="全部材料"
          value={filter.materialTag === '' ? undefined : filter.materialTag}
          options={tags?.map(({ value, label }) => ({ value, label }))}
          onChange={(tag?: string) => change({ materialTag: tag ?? '' })}
        />
      </Form.Item>
      <Form.Item label="工艺或选项" htmlFor="replay-process" className={styles.wide}>
        <TreeSelect<number | undefined, ProcessChoice>
          id="replay-process"
          allowClear
          placeholder="全部工艺"
          popupRender={treePopup('replay-process')}
          showSearch={{ treeNodeFilterProp: 'title' }}
          value={filter.processId ?? undefined}
          treeData={tree?.map(toChoice)}
          onChange={(processId) => change({ processId: processId ?? null })}
        />
      </Form.Item>
    </>
  );
}

interface ProcessChoice {
  value: number;
  title: string;
  children: ProcessChoice[];
}
const toChoice = ({ id, name, children }: ProcessTreeNode): ProcessChoice => ({
  value: id,
  title: name,
  children: children.map(toChoice),
});
