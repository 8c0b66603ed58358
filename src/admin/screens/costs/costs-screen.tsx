import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty } from 'antd';
import { useEffect, useState } from 'react';
import { costs, MAX_COST_CHANGES, type CostRow } from '#contract/catalogue/costs.ts';
import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { formatYuan } from '#domain/money.ts';
import { useCommand } from '../../calls/use-command.ts';
import { endpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import { usePermission } from '../../session/use-permission.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { QueryContent } from '../../components/page/query-content.tsx';
import { Pager } from '../../components/page/paged-list.tsx';
import { PriceHistory } from '../../components/prices/price-history.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useSaveKey } from '../../components/use-save-key.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import page from '../../components/page/page.module.css';
import { changesOf, COSTS, hasPrice, keyOf, type CostDraft } from './cost-draft.ts';
import { CostFilters, type CostFilter } from './cost-filters.tsx';
import { CostRows } from './cost-rows.tsx';
import { FillDialog } from './fill-dialog.tsx';
import styles from './costs.module.css';

const PAGE_SIZE = 50;

/** 成本: the shop's costs. The edits on all pages and of all kinds are saved together. */
export function CostsScreen() {
  const command = useCommand();
  const [filter, setFilter] = useState<CostFilter>({
    kind: 'machining',
    materialId: undefined,
    name: '',
    onlyUnknown: false,
  });
  const { kind, materialId, name, onlyUnknown } = filter;
  const [pageIndex, setPageIndex] = useState(1);
  const [draft, setDraft] = useState<CostDraft>({});
  const { busy, whileBusy } = useBusy<'save'>();
  const [isFilling, setIsFilling] = useState(false);
  const [history, setHistory] = useState<{ row: CostRow; title: string }>();
  const [conflict, setConflict] = useState<string>();
  const canEdit = usePermission('mfr:cost:edit');
  const queryClient = useQueryClient();
  const { setDirty } = useUnsavedGuard();

  const materialFilter = kind === 'option' && materialId !== undefined ? { materialId } : {};
  const query = {
    kind,
    ...materialFilter,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(onlyUnknown ? { state: 'missing' as const } : {}),
    pageIndex,
    pageSize: PAGE_SIZE,
  };
  const rows = useEndpoint(costs.list, {
    query,
    quiet: false,
    queryKey: [COSTS, query],
    placeholderData: keepPreviousData,
  });
  const materials = useEndpoint(costs.list, {
    query: { kind: 'material', pageIndex: 1, pageSize: MAX_PAGE_SIZE },
    quiet: false,
    queryKey: [COSTS, 'materials'],
    enabled: kind === 'option',
  });
  const { changes, hasProblem } = changesOf(draft);
  const isChanged = changes.length > 0 || hasProblem;
  useEffect(() => setDirty(isChanged));

  function changeFilter(changed: Partial<CostFilter>) {
    setFilter((before) => ({ ...before, ...changed }));
    setPageIndex(1);
  }

  function save() {
    if (busy || changes.length === 0 || hasProblem) return;
    setConflict(undefined);
    void whileBusy('save', async () => {
      try {
        await send();
      } finally {
        await queryClient.invalidateQueries({ queryKey: [COSTS] });
      }
    });
  }

  async function send() {
    for (let start = 0; start < changes.length; start += MAX_COST_CHANGES) {
      const chunk = changes.slice(start, start + MAX_COST_CHANGES);
      // oxlint-disable-next-line no-await-in-loop -- the writes run one after another
      const result = await command(costs.save, { body: { changes: chunk } });
      if (result.ok) {
        const saved = new Set(chunk.map(keyOf));
        setDraft((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !saved.has(key))));
        continue;
      }
      if (result.error === 'cost.conflict') setConflict(result.msg);
      return;
    }
  }
  useSaveKey(save);

  return (
    <div className={page.page}>
      <h1>成本</h1>
      <section className={`${page.card} ${styles.panel}`} aria-label="成本">
        <p className={styles.hint}>
          成本只有有权限的员工可见，不会出现在客户看到的任何页面和文件中。没有填写的成本视为未知；填 0
          表示不花钱，按 0 计算。已提交的订单保留当时的成本。
          {kind === 'hour'
            ? '机时成本用来折算订单中录入的实际工时，与加工成本比较；按机时收取附加费的零件，计费机时也按它计入订单的成本。'
            : null}
        </p>
        <UnknownCosts />
        <div className={styles.filters}>
          <CostFilters filter={filter} materials={materials.data?.list ?? []} onChange={changeFilter} />
          <span className={styles.spacer} />
          <ExportMenu label="导出变更记录" endpoint={costs.exportHistory} />
          {canEdit && hasPrice(kind) ? (
            <Button onClick={() => setIsFilling(true)}>按价格填写空白</Button>
          ) : null}
        </div>
        {conflict === undefined ? null : <Alert type="warning" showIcon title={conflict} />}
        <QueryContent query={rows} label="成本" rows={10}>
          {({ list, count }) =>
            list.length === 0 ? (
              <Empty description={onlyUnknown ? '没有未知的成本' : '没有符合条件的项目'} />
            ) : (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  save();
                }}
              >
                <CostRows
                  rows={list}
                  draft={draft}
                  canEdit={canEdit}
                  onHistory={(row, title) => setHistory({ row, title })}
                  onChange={(row, text) =>
                    setDraft((before) => ({
                      ...before,
                      // Keeps the row as first edited, so that the server detects another user's change.
                      [keyOf(row)]: { row: before[keyOf(row)]?.row ?? row, text },
                    }))
                  }
                />
                <footer className={styles.footer}>
                  {canEdit ? (
                    <>
                      <Button disabled={!isChanged || busy !== undefined} onClick={() => setDraft({})}>
                        放弃修改
                      </Button>
                      <Button
                        type="primary"
                        htmlType="submit"
                        loading={busy !== undefined}
                        disabled={changes.length === 0 || hasProblem}
                        title="Ctrl S"
                      >
                        保存
                      </Button>
                      <span role="status" className={styles.count}>
                        {changes.length > 0 ? `${changes.length} 项未保存` : ''}
                      </span>
                    </>
                  ) : null}
                  <span className={styles.spacer} />
                  <Pager
                    size="small"
                    pageIndex={pageIndex}
                    pageSize={PAGE_SIZE}
                    total={count}
                    onPage={setPageIndex}
                  />
                </footer>
              </form>
            )
          }
        </QueryContent>
      </section>
      {history ? (
        <PriceHistory
          title={history.title}
          textOf={costText}
          read={(paging) => historyQuery(history.row, paging)}
          onClose={() => setHistory(undefined)}
        />
      ) : null}
      {isFilling && hasPrice(kind) ? (
        <FillDialog
          kind={kind}
          {...materialFilter}
          materialName={materials.data?.list.find((row) => row.materialId === materialId)?.name}
          onDone={async () => {
            setIsFilling(false);
            await queryClient.invalidateQueries({ queryKey: [COSTS] });
          }}
          onCancel={() => setIsFilling(false)}
        />
      ) : null}
    </div>
  );
}

const costText = (value: unknown) => (typeof value === 'number' ? formatYuan(value) : '未知');

const historyQuery = (
  { kind, materialTag, materialId, optionId }: CostRow,
  paging: { pageIndex: number; pageSize: number },
) => endpointQuery(costs.history, { query: { kind, materialTag, materialId, optionId, ...paging } });

/** The number of unknown costs of a kind as a text; an empty list if there are none. */
function useUnknownText(kind: CostRow['kind'], label: string): string[] {
  const { data } = useEndpoint(costs.list, {
    query: { kind, state: 'missing', pageIndex: 1, pageSize: 1 },
    queryKey: [COSTS, 'gaps', kind],
  });
  return data && data.count > 0 ? [`${label} ${data.count} 项`] : [];
}

/** Counts the unknown costs by kind, because a single unknown cost leaves a part without a margin. */
function UnknownCosts() {
  const unknown = [
    ...useUnknownText('machining', '加工'),
    ...useUnknownText('option', '工艺选项'),
    ...useUnknownText('material', '材料'),
  ];
  if (unknown.length === 0) return null;
  return (
    <p role="status" className={styles.hint}>
      未知的成本：{unknown.join('、')}。零件用到其中任何一项，它的成本和毛利就未知，下单之后不能补上。
    </p>
  );
}
