import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '#providers/http/result.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { draftQuery } from '../../../components/prices/draft-queries.ts';
import { Problem } from '../../../components/page/problem.tsx';
import { usePermission } from '../../../session/use-permission.ts';
import { DraftButtons } from './draft-buttons.tsx';
import { DraftCharge } from './draft-charge.tsx';
import { DraftHead, historyOf } from './draft-head.tsx';
import { isChangedSince, summaryOf } from './draft-summary.ts';
import { DraftWarnings } from './draft-warnings.tsx';
import { MergeDraft } from './merge-draft.tsx';
import { PriceChanges } from '../price-changes.tsx';
import styles from './price-drafts.module.css';
import { ScheduleDraft } from './schedule-draft.tsx';
import { useDraftActions } from './use-draft-actions.ts';

interface Props {
  id: number;
  canEdit: boolean;
  onApplied: () => void;
  onBack: () => void;
  backText?: string;
}

export function DraftView({ id, canEdit, onApplied, onBack, backText = '返回列表' }: Props) {
  const { data: draft, error, refetch } = useEndpoint(draftQuery(id));
  const navigate = useNavigate();
  const canReplay = usePermission('mfr:replay:run');
  const actions = useDraftActions(id, {
    count: draft?.count ?? 0,
    refetch: async () => !isNotFound((await refetch()).error),
    onApplied,
    onGone: onBack,
  });
  const { busy, question } = actions;
  const [dialog, setDialog] = useState<'charge' | 'merge' | 'schedule'>();
  const close = () => setDialog(undefined);

  if (!draft || isNotFound(error))
    return error ? (
      <Problem title="草稿加载失败" text={error.message}>
        <Button onClick={onBack}>{backText}</Button>
      </Problem>
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  const { state, name, version } = draft;
  const isUnpublished = state === 'draft' || state === 'scheduled';
  const changes = draft.changes.map((change) => ({
    ...change,
    before: isUnpublished ? change.now : change.before,
    isChanged: isUnpublished && isChangedSince(change),
  }));
  const drop =
    canEdit && state === 'draft' ? (keys: readonly string[]) => void actions.drop(keys, version) : undefined;
  return (
    <section className={styles.draft} aria-label={name}>
      <div className={styles.head}>
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
          {backText}
        </Button>
        <DraftHead draft={draft} />
        {isUnpublished && canReplay ? (
          <>
            <Button onClick={() => void navigate(`/admin/price-replay?draft=${id}`)}>试算</Button>
            <Button onClick={() => void navigate(`/admin/price-replay?shadow=${id}`)}>影子运行</Button>
          </>
        ) : null}
      </div>
      <p className={styles.muted}>{historyOf(draft)}</p>
      {draft.reason === '' ? null : <p>原因：{draft.reason}</p>}
      <DraftWarnings draft={draft} isDropping={busy === 'drop'} onDrop={drop} />
      <p>{summaryOf(changes)}</p>
      {changes.length === 0 ? null : (
        <PriceChanges
          changes={changes}
          beforeTitle={isUnpublished ? '现在' : '发布前'}
          afterTitle={isUnpublished ? '草稿' : '发布后'}
          {...(drop ? { isDropping: busy === 'drop', onDrop: (key: string) => drop([key]) } : {})}
        />
      )}
      {canEdit ? <DraftButtons draft={draft} actions={actions} onOpen={setDialog} /> : null}
      {question}
      {dialog === 'charge' ? <DraftCharge draft={draft} onDone={close} /> : null}
      {dialog === 'merge' ? <MergeDraft draft={draft} onDone={close} /> : null}
      {dialog === 'schedule' ? (
        <ScheduleDraft
          isBusy={busy === 'schedule'}
          onChosen={(publishAt) => void actions.schedule(draft, publishAt, close)}
          onCancel={close}
        />
      ) : null}
    </section>
  );
}

const isNotFound = (error: unknown) => error instanceof CallError && error.error === 'record.not_found';
