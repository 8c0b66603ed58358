import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Progress, Skeleton } from 'antd';
import { useNavigate } from 'react-router';
import { priceReplays, replayStateLabels, type PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { shadowRuns } from '#contract/prices/shadow-runs.ts';
import { formatYuan } from '#domain/money.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import page from '../../components/page/page.module.css';
import { Problem } from '../../components/page/problem.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Tag } from '../../field-types/tag.tsx';
import styles from './price-replay.module.css';
import { replayQuery, REPLAYS } from './replay-queries.ts';
import { bookName, progressOf, stateColours, useOrderSetLabel } from './replay-texts.ts';
import { ReplayReport } from './replay-report.tsx';
import { ShadowNotice } from './shadow-notice.tsx';

export function ReplayView({ id, onBack }: { id: number; onBack: () => void }) {
  const { data: replay, error, dataUpdatedAt } = useEndpoint(replayQuery(id));
  if (!replay)
    return error ? (
      <Problem title="试算加载失败" text={error.message}>
        <Button onClick={onBack}>返回列表</Button>
      </Problem>
    ) : (
      <div className={page.card}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  const { result, state } = replay;
  const now = new Date(dataUpdatedAt);
  return (
    <>
      <ReplayHead replay={replay} now={now} onBack={onBack} />
      {state === 'waiting' || state === 'running' ? (
        <section className={page.card} aria-label="进度">
          <Progress percent={progressOf(replay)} aria-label="试算进度" />
          <p className={styles.muted}>
            {state === 'waiting'
              ? '排队中，马上开始。可以离开此页，试算会在后台继续。'
              : `已看过 ${replay.progress.toLocaleString()} / ${replay.total.toLocaleString()} 个订单。可以离开此页，试算会在后台继续。`}
          </p>
        </section>
      ) : null}
      {replay.shadow ? <ShadowNotice replay={replay} shadow={replay.shadow} now={now} /> : null}
      {state === 'failed' ? <Alert type="error" showIcon title={replay.failure} /> : null}
      {result && isEmpty(result.total) ? (
        <div className={page.card}>
          <Empty description={emptyText(replay)} />
        </div>
      ) : null}
      {result && !isEmpty(result.total) ? <ReplayReport id={id} replay={replay} result={result} /> : null}
    </>
  );
}

function emptyText({ state, shadow }: PriceReplay): string {
  if (state === 'shadow') return '还没有新的询价或订单，来了之后会出现在这里';
  return shadow ? '期间没有新的询价或订单' : '该期间没有订单';
}

const isEmpty = ({ orders, lostLines, openLines }: ReplayResult['total']) =>
  orders + lostLines + openLines === 0;

interface HeadProps {
  replay: PriceReplay & { result: ReplayResult | null };
  /** The time when the replay was fetched. */
  now: Date;
  onBack: () => void;
}

function ReplayHead({ replay, now, onBack }: HeadProps) {
  const command = useCommand();
  const orderSetLabel = useOrderSetLabel();
  const { id, draftId, state, filter, createdName, createdAt } = replay;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canReadDraft = usePermission('mfr:price:list');
  const { busy, whileBusy } = useBusy<'cancel' | 'stop' | 'remove'>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: [REPLAYS] });

  const cancel = () =>
    whileBusy('cancel', async () => {
      await command(priceReplays.cancel, { params: { id } });
      await refresh();
    });
  const stop = () =>
    whileBusy('stop', async () => {
      await command(shadowRuns.stop, { params: { id } });
      await refresh();
    });
  const remove = () =>
    whileBusy('remove', async () => {
      const removed = await command(priceReplays.remove, { params: { id } });
      if (!removed.ok) return;
      onBack();
      await queryClient.invalidateQueries({ queryKey: [REPLAYS, 'list'] });
    });
  return (
    <section className={`${page.card} ${styles.head}`} aria-label="试算">
      <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
        返回列表
      </Button>
      <h2>{bookName(replay)}</h2>
      <Tag color={stateColours[state]}>{replayStateLabels[state]}</Tag>
      <span className={styles.buttons}>
        {draftId !== null && canReadDraft ? (
          <Button onClick={() => void navigate(`/admin/table?draft=${draftId}`)}>查看草稿</Button>
        ) : null}
        {replay.result === null ? null : (
          <ExportMenu label="导出" endpoint={priceReplays.export} params={{ id }} />
        )}
        {state === 'waiting' || state === 'running' ? (
          <Button danger loading={busy === 'cancel'} onClick={() => void cancel()}>
            取消试算
          </Button>
        ) : null}
        {state === 'shadow' && Date.parse(replay.shadow?.until ?? '') > now.getTime() ? (
          <ConfirmButton
            loading={busy === 'stop'}
            title="提前结束影子运行？"
            content="到现在为止的结果会留下来。"
            okText="结束"
            onConfirm={stop}
          >
            提前结束
          </ConfirmButton>
        ) : null}
        {state === 'waiting' || state === 'running' ? null : (
          <ConfirmButton
            danger
            loading={busy === 'remove'}
            title={state === 'shadow' ? '停止并删除这次影子运行？' : '删除这次试算？'}
            content={state === 'shadow' ? '结果不保留。价格与草稿不受影响。' : '价格与草稿不受影响。'}
            okText="删除"
            onConfirm={remove}
          >
            删除
          </ConfirmButton>
        )}
      </span>
      <p className={styles.muted}>
        {filter.beginDate} 至 {filter.endDate}，{orderSetLabel(filter.status)}
        {filter.username === '' ? '' : `，客户账号含“${filter.username}”`}
        {filter.orderNo === '' ? '' : `，订单编号含“${filter.orderNo}”`}
        {totalText(filter)}
        {hasOtherFilter(filter) ? '，只含符合筛选的零件、公司与档位' : ''}。{createdName}{' '}
        {timeText(createdAt)} 发起。
      </p>
    </section>
  );
}

const hasOtherFilter = ({ deptId, materialTag, processId, leadClassId }: PriceReplay['filter']) =>
  deptId !== null || materialTag !== '' || processId !== null || leadClassId !== null;

function totalText({ priceFrom, priceTo }: PriceReplay['filter']): string {
  if (priceFrom !== null && priceTo !== null)
    return `，合计 ${formatYuan(priceFrom)} 至 ${formatYuan(priceTo)}`;
  if (priceFrom !== null) return `，合计 ${formatYuan(priceFrom)} 起`;
  return priceTo === null ? '' : `，合计至 ${formatYuan(priceTo)}`;
}
