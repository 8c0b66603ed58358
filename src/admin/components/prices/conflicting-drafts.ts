import type { ConflictingDrafts } from '#contract/prices/conflicting-drafts.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { notify } from '#providers/notices.ts';

/** `“年度调价”（2026-11-28 00:00 发布，2 个价格相同）` for each draft. */
export const conflictingDraftNames = (drafts: ConflictingDrafts): string =>
  drafts
    .map(({ name, publishAt, count }) => `“${name}”（${timeText(publishAt)} 发布，${count} 个价格相同）`)
    .join('、');

/** Warns after a save that scheduled drafts with the same prices will not be published. */
export function warnOfConflicts(drafts: ConflictingDrafts): void {
  if (drafts.length === 0) return;
  const message = `已保存，但定时发布的${conflictingDraftNames(drafts)}也改这些价格，到时不会发布；请取消定时，核对后再发布。`;
  notify({ type: 'warning', message });
}
