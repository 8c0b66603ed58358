import { ArrowLeftOutlined } from '@ant-design/icons';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { priceDrafts, type PriceDraft, type PriceDraftCell } from '#contract/price-drafts.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { call, fetchData } from '#providers/http.ts';
import { Dialog } from '../../components/dialog.tsx';
import { forgetCatalogue } from '../../components/catalogue-queries.ts';
import { Problem } from '../../components/problem.tsx';
import { useJumpConfirmation } from '../../components/price-jumps.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useConfirm } from '../../components/use-confirm.ts';
import { Tag } from '../../field-types/tag.tsx';
import { isJump } from './jumps.ts';
import { PriceChanges } from './price-changes.tsx';
import styles from './price-drafts.module.css';
import { isSameValue } from './price-model.ts';

const PAGE_SIZE = 10;
const DRAFTS = 'price-drafts';

const listQuery = (pageIndex: number) =>
  queryOptions({
    queryKey: [DRAFTS, 'list', pageIndex],
    queryFn: ({ signal }) =>
      fetchData(priceDrafts.list, { query: { pageIndex, pageSize: PAGE_SIZE }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

const oneQuery = (id: number) =>
  queryOptions({
    queryKey: [DRAFTS, 'one', id],
    queryFn: ({ signal }) => fetchData(priceDrafts.one, { params: { id }, signal, quiet: true }),
    gcTime: 0,
  });

interface Props {
  canEdit: boolean;
  /** Called after prices have changed. */
  onApplied: () => void;
  onClose: () => void;
}

/** The drafts of the price table: what they change, their publication and the way back. */
export function PriceDrafts({ canEdit, onApplied, onClose }: Props) {
  const [openId, setOpenId] = useState<number>();
  return (
    <Dialog title="调价草稿与发布记录" width={960} footer={null} isTransient onCancel={onClose}>
      {openId === undefined ? (
        <DraftList onOpen={setOpenId} />
      ) : (
        <Draft id={openId} canEdit={canEdit} onApplied={onApplied} onBack={() => setOpenId(undefined)} />
      )}
    </Dialog>
  );
}

const states = { draft: '未发布', live: '已发布', undone: '已撤回' } as const;
const colours = { draft: 'gold', live: 'green', undone: undefined } as const;

function DraftList({ onOpen }: { onOpen: (id: number) => void }) {
  const [pageIndex, setPageIndex] = useState(1);
  const { data, error, refetch } = useQuery(listQuery(pageIndex));
  if (error)
    return (
      <Problem title="调价草稿加载失败" text={error.message}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Problem>
    );
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (data.list.length === 0)
    return <Empty description="还没有草稿。在价目总表中修改价格后，点“存为草稿”，核对后再发布。" />;
  return (
    <>
      <ul className={styles.list}>
        {data.list.map((draft) => (
          <li key={draft.id}>
            <button type="button" className={styles.row} onClick={() => onOpen(draft.id)}>
              <strong>{draft.name}</strong>
              <Tag color={colours[draft.state]}>{states[draft.state]}</Tag>
              <span className={styles.count}>{draft.count} 个价格</span>
              <span className={styles.muted}>{historyOf(draft)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        className={styles.pages}
        current={pageIndex}
        pageSize={PAGE_SIZE}
        total={data.count}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPageIndex}
      />
    </>
  );
}

function historyOf({
  createdName,
  createdAt,
  publishedName,
  publishedAt,
  undoneName,
  undoneAt,
}: PriceDraft): string {
  return [
    `${createdName} ${timeText(createdAt)} 起草`,
    publishedAt && `${publishedName} ${timeText(publishedAt)} 发布`,
    undoneAt && `${undoneName} ${timeText(undoneAt)} 撤回`,
  ]
    .filter(Boolean)
    .join('，');
}

interface DraftProps {
  id: number;
  canEdit: boolean;
  onApplied: () => void;
  onBack: () => void;
}

function Draft({ id, canEdit, onApplied, onBack }: DraftProps) {
  const { data: draft, error, refetch } = useQuery(oneQuery(id));
  const client = useQueryClient();
  const confirm = useConfirm();
  const { busy, whileBusy } = useBusy<'publish' | 'rollBack' | 'remove'>();
  const { question, confirmed } = useJumpConfirmation();

  async function onChanged() {
    await Promise.all([client.invalidateQueries({ queryKey: [DRAFTS] }), forgetCatalogue(client)]);
    onApplied();
  }

  const publish = ({ version, cells }: { version: number; cells: readonly PriceDraftCell[] }) =>
    whileBusy('publish', async () => {
      const seen = changedMeanwhile(cells).map(({ materialId, optionId, now }) => ({
        materialId,
        optionId,
        current: now,
      }));
      const result = await confirmed((flag) =>
        call(priceDrafts.publish, { params: { id }, body: { seen, version, ...flag } }),
      );
      if (result?.ok) await onChanged();
      else if (result) await refetch();
    });
  const rollBack = (version: number) =>
    whileBusy('rollBack', async () => {
      const result = await call(priceDrafts.rollBack, { params: { id }, body: { version } });
      if (result.ok) await onChanged();
      else await refetch();
    });
  const remove = () =>
    whileBusy('remove', async () => {
      const result = await call(priceDrafts.remove, { params: { id } });
      if (!result.ok) return;
      onBack();
      await client.invalidateQueries({ queryKey: [DRAFTS, 'list'] });
    });

  if (!draft)
    return error ? (
      <Problem title="草稿加载失败" text={error.message}>
        <Button onClick={onBack}>返回列表</Button>
      </Problem>
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  const { state, cells, version } = draft;
  const others =
    state === 'draft'
      ? changedMeanwhile(cells).filter(({ after, now }) => !isSameValue(after, now)).length
      : 0;
  const changes = cells.map((cell) => ({
    ...cell,
    key: `${cell.materialId}/${cell.optionId}`,
    before: state === 'draft' ? cell.now : cell.before,
  }));
  return (
    <section className={styles.draft} aria-label={draft.name}>
      <div className={styles.head}>
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
          返回列表
        </Button>
        <h3>{draft.name}</h3>
        <Tag color={colours[state]}>{states[state]}</Tag>
      </div>
      <p className={styles.muted}>{historyOf(draft)}</p>
      {draft.reason === '' ? null : <p>原因：{draft.reason}</p>}
      {others > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${others} 个价格在起草之后已被修改，“现在”一列是最新的价格；发布后以草稿为准。`}
        />
      ) : null}
      <p>{summaryOf(changes)}</p>
      <PriceChanges
        changes={changes}
        beforeTitle={state === 'draft' ? '现在' : '发布前'}
        afterTitle={state === 'draft' ? '草稿' : '发布后'}
      />
      {canEdit ? (
        <div className={styles.buttons}>
          {state === 'draft' ? (
            <>
              <Button
                danger
                loading={busy === 'remove'}
                onClick={() =>
                  confirm({
                    title: `删除草稿“${draft.name}”？`,
                    content: '价格不受影响。',
                    okText: '删除',
                    onOk: () => void remove(),
                  })
                }
              >
                删除草稿
              </Button>
              <Button
                type="primary"
                loading={busy === 'publish'}
                onClick={() => void publish({ version, cells })}
              >
                立即发布
              </Button>
            </>
          ) : null}
          {state === 'live' ? (
            <Button
              danger
              loading={busy === 'rollBack'}
              onClick={() =>
                confirm({
                  title: `撤回“${draft.name}”？`,
                  content: `${draft.count} 个价格恢复为发布前的数值，立即生效。`,
                  okText: '撤回',
                  onOk: () => void rollBack(version),
                })
              }
            >
              撤回，恢复原价
            </Button>
          ) : null}
        </div>
      ) : null}
      {question}
    </section>
  );
}

/** The prices that are no longer what the author saw. */
const changedMeanwhile = (cells: readonly PriceDraftCell[]) =>
  cells.filter(({ before, now }) => !isSameValue(before, now));

/** 上调 3 个，下调 1 个；其中 1 个变动超过 50%. */
function summaryOf(changes: readonly Pick<PriceDraftCell, 'before' | 'after'>[]): string {
  const count = (isCounted: (change: Pick<PriceDraftCell, 'before' | 'after'>) => boolean) =>
    changes.filter(isCounted).length;
  const parts = [
    [count(({ before, after }) => before !== null && after !== null && after.price > before.price), '上调'],
    [count(({ before, after }) => before !== null && after !== null && after.price < before.price), '下调'],
    [count(({ before, after }) => before === null && after !== null), '新增'],
    [count(({ before, after }) => before !== null && after === null), '取消'],
    [count((change) => !isDifferentPrice(change)), '只改天数或不变'],
    [count(isJump), '变动超过 50%'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${words} ${number} 个`)
    .join('，');
}

const isDifferentPrice = ({ before, after }: Pick<PriceDraftCell, 'before' | 'after'>) =>
  before?.price !== after?.price;
