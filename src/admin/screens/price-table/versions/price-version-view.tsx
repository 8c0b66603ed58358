import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { timeText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { PagedList } from '../../../components/page/paged-list.tsx';
import { Problem } from '../../../components/page/problem.tsx';
import { versionChangesQuery, versionQuery } from '../../../components/prices/version-queries.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { DraftView } from '../drafts/draft-view.tsx';
import { PriceChanges } from '../price-changes.tsx';
import styles from '../drafts/price-drafts.module.css';
import { RollBackButton } from './roll-back-button.tsx';
import { VersionHead } from './version-head.tsx';

const PAGE_SIZE = 100;

interface Props {
  revision: number;
  canEdit: boolean;
  onApplied: () => void;
  onBack: () => void;
}

export function PriceVersionView({ revision, canEdit, onApplied, onBack }: Props) {
  const canReplay = usePermission('mfr:replay:run');
  const navigate = useNavigate();
  const [isDraftOpen, setIsDraftOpen] = useState(false);
  const [pageIndex, setPageIndex] = useState(1);
  const { data: version, error } = useEndpoint(versionQuery(revision));
  const changes = useEndpoint(versionChangesQuery(revision, pageIndex, PAGE_SIZE));
  if (!version)
    return error ? (
      <Problem title="价目版本加载失败" text={error.message}>
        <Button onClick={onBack}>返回列表</Button>
      </Problem>
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    );
  const { draft, isRollBack, undoneBy, userName, changedAt, hidden } = version;
  if (isDraftOpen && draft)
    return (
      <DraftView
        id={draft.id}
        canEdit={canEdit}
        onApplied={onApplied}
        onBack={() => setIsDraftOpen(false)}
        backText="返回版本"
      />
    );
  return (
    <section className={styles.draft} aria-label={`价目版本 ${revision}`}>
      <div className={styles.head}>
        <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
          返回列表
        </Button>
        <VersionHead version={version} />
        {draft ? (
          <Button onClick={() => setIsDraftOpen(true)}>
            {draft.state === 'live' && canEdit && !isRollBack ? '查看调价，可撤回' : '查看调价'}
          </Button>
        ) : null}
        {canReplay ? (
          <Button onClick={() => void navigate(`/admin/price-replay?version=${revision}`)}>试算</Button>
        ) : null}
        {draft === null && undoneBy === null && canEdit ? (
          <RollBackButton version={version} onApplied={onApplied} />
        ) : null}
      </div>
      <p className={styles.muted}>
        {[userName, timeText(changedAt)].filter(Boolean).join(' ')}{' '}
        起生效；此后的报价与订单按它计价，直到下一个版本。
      </p>
      {draft && draft.reason !== '' ? <p>原因：{draft.reason}</p> : null}
      {hidden > 0 ? <Alert type="info" showIcon title={`另有 ${hidden} 个价格您无权查看。`} /> : null}
      <PagedList
        query={changes}
        label="价格变动"
        rows={6}
        pageIndex={pageIndex}
        pageSize={PAGE_SIZE}
        onPage={setPageIndex}
      >
        {(list) => <PriceChanges changes={list} beforeTitle="原来" afterTitle="改为" />}
      </PagedList>
    </section>
  );
}
