import type { PriceDraft } from '#contract/prices/price-drafts.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { Tag } from '../../../field-types/tag.tsx';

const stateLabels = { draft: '未发布', scheduled: '定时发布', live: '已发布', undone: '已撤回' } as const;
const stateColours = { draft: 'gold', scheduled: 'blue', live: 'green', undone: undefined } as const;

export function DraftHead({ draft: { name, state, failure } }: { draft: PriceDraft }) {
  return (
    <>
      <strong>{name}</strong>
      <Tag color={stateColours[state]}>{stateLabels[state]}</Tag>
      {failure === '' ? null : <Tag color="red">未能按时发布</Tag>}
    </>
  );
}

/** Who did what with a draft, and when. */
export function historyOf(draft: PriceDraft): string {
  const { createdName, createdAt, publishAt, scheduledName, publishedName, publishedAt } = draft;
  const { state, undoneName, undoneAt } = draft;
  return [
    `${createdName} ${timeText(createdAt)} 起草`,
    state === 'scheduled' && publishAt && `${scheduledName} 设定 ${timeText(publishAt)} 发布`,
    publishedAt && `${publishedName} ${timeText(publishedAt)} 发布`,
    undoneAt && `${undoneName} ${timeText(undoneAt)} 撤回`,
  ]
    .filter(Boolean)
    .join('，');
}
