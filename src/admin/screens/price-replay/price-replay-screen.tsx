import { PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { replayStateLabels, type PriceReplay } from '#contract/prices/price-replays.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { RowList, RowNote } from '../../components/page/row-list.tsx';
import { Tag } from '../../field-types/tag.tsx';
import { usePermission } from '../../session/use-permission.ts';
import styles from './price-replay.module.css';
import { replayListQuery, PAGE_SIZE, REPLAYS } from './replay-queries.ts';
import { bookName, progressOf, remainingText, stateColours } from './replay-texts.ts';
import { ReplayView } from './replay-view.tsx';
import { ShadowDialog } from './shadow-dialog.tsx';
import { StartDialog, type BookKey } from './start-dialog.tsx';

/** 调价试算. The URL names the replay to show, or the draft or version to replay. */
export function PriceReplayScreen() {
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const id = Number(params.get('id')) || undefined;
  const draftId = Number(params.get('draft')) || undefined;
  const shadowDraftId = Number(params.get('shadow')) || undefined;
  const version = Number(params.get('version')) || undefined;
  const book: BookKey | undefined =
    draftId !== undefined ? `draft/${draftId}` : version === undefined ? undefined : `version/${version}`;
  const [dialog, setDialog] = useState<'replay' | 'shadow' | undefined>(
    book !== undefined ? 'replay' : shadowDraftId !== undefined ? 'shadow' : undefined,
  );
  const canSeeDrafts = usePermission('mfr:price:list');
  const open = (to: number | undefined) => setParams(to === undefined ? {} : { id: String(to) });
  const close = () => {
    setDialog(undefined);
    if (book !== undefined || shadowDraftId !== undefined) open(undefined);
  };
  const onStarted = (startedId: number) => {
    setDialog(undefined);
    open(startedId);
    void queryClient.invalidateQueries({ queryKey: [REPLAYS, 'list'] });
  };
  return (
    <div className={page.page}>
      <header className={styles.title}>
        <h1>调价试算</h1>
        <span className={styles.buttons}>
          {canSeeDrafts ? <Button onClick={() => setDialog('shadow')}>影子运行</Button> : null}
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('replay')}>
            新的试算
          </Button>
        </span>
      </header>
      {id === undefined ? (
        <ReplayList onOpen={open} />
      ) : (
        <ReplayView key={id} id={id} onBack={() => open(undefined)} />
      )}
      {dialog === 'replay' ? <StartDialog book={book} onClose={close} onStarted={onStarted} /> : null}
      {dialog === 'shadow' ? (
        <ShadowDialog draftId={shadowDraftId} onClose={close} onStarted={onStarted} />
      ) : null}
    </div>
  );
}

function ReplayList({ onOpen }: { onOpen: (id: number) => void }) {
  const [pageIndex, setPageIndex] = useState(1);
  const replays = useEndpoint(replayListQuery(pageIndex));
  return (
    <section className={page.card} aria-label="试算记录">
      <RowList
        query={replays}
        label="试算列表"
        empty="还没有试算。选一份调价草稿和一段日期，看看按新价格会多收或少收多少、谁受影响。"
        idOf={({ id }) => id}
        onOpen={onOpen}
        pageIndex={pageIndex}
        pageSize={PAGE_SIZE}
        onPage={setPageIndex}
      >
        {(replay) => (
          <>
            <strong>{bookName(replay)}</strong>
            <Tag color={stateColours[replay.state]}>{replayStateLabels[replay.state]}</Tag>
            <span>{periodText(replay)}</span>
            {replay.shadow ? (
              <span>
                {replay.state === 'shadow'
                  ? `${remainingText(replay.shadow, new Date(replays.dataUpdatedAt))}，已看到 ${replay.total.toLocaleString()} 单`
                  : '影子运行'}
              </span>
            ) : null}
            {replay.state === 'running' ? (
              <Progress
                className={styles.progress}
                size="small"
                percent={progressOf(replay)}
                aria-label="试算进度"
              />
            ) : null}
            <RowNote>
              {replay.createdName} {timeText(replay.createdAt)} 发起
            </RowNote>
          </>
        )}
      </RowList>
    </section>
  );
}

const periodText = ({ filter: { beginDate, endDate } }: PriceReplay) => `${beginDate} 至 ${endDate}`;
