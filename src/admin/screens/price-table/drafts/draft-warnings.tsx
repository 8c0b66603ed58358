import { Alert, Button } from 'antd';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { isChangedSince, overlapText } from './draft-summary.ts';

interface Props {
  draft: PriceDraftDetails;
  isDropping: boolean;
  /** Undefined if the draft cannot be changed. */
  onDrop: ((keys: readonly string[]) => void) | undefined;
}

/** Warns of changes since the draft was written, and of problems that prevent its publication. */
export function DraftWarnings({ draft, isDropping, onDrop }: Props) {
  const { state, hidden, failure } = draft;
  const isUnpublished = state === 'draft' || state === 'scheduled';
  const changedCount = isUnpublished ? draft.changes.filter(isChangedSince).length : 0;
  const deleted = isUnpublished
    ? draft.changes.filter(({ isDeleted }) => isDeleted).map(({ key }) => key)
    : [];
  const overlap = overlapText(draft);
  return (
    <>
      {failure === '' ? null : (
        <Alert type="error" showIcon title={`未能按时发布，价格没有变动：${failure}`} />
      )}
      {overlap === '' ? null : <Alert type="warning" showIcon title={overlap} />}
      {changedCount > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${changedCount} 个价格在起草之后已被修改，“现在”一列是最新的价格；${state === 'draft' ? '发布后以草稿为准' : '到时不会发布，请取消定时后核对'}。`}
        />
      ) : null}
      {deleted.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${deleted.length} 个价格的材料、选项、公司或规则已删除，${state === 'draft' ? '移除后才能发布' : '到时不会发布，请取消定时后移除'}。`}
          action={
            onDrop ? (
              <Button loading={isDropping} onClick={() => onDrop(deleted)}>
                移除已删除的
              </Button>
            ) : null
          }
        />
      ) : null}
      {hidden > 0 ? (
        <Alert type="info" showIcon title={`另有 ${hidden} 个价格您无权查看，须由有权限的人发布。`} />
      ) : null}
    </>
  );
}
