import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { originLabel } from '../../../components/prices/version-text.ts';
import { Tag } from '../../../field-types/tag.tsx';

export function VersionHead({ version }: { version: PriceVersion }) {
  const { revision, draft, isRollBack, undoneBy } = version;
  return (
    <>
      <strong>价目版本 {revision}</strong>
      <span>{originLabel(version)}</span>
      {draft?.state === 'undone' && !isRollBack ? <Tag>已撤回</Tag> : null}
      {undoneBy === null ? null : <Tag>{`已由版本 ${undoneBy} 回退`}</Tag>}
    </>
  );
}
