import { Button } from '#storefront/ui/button.tsx';
import { CloseButton } from '#storefront/ui/close-button.tsx';
import type { RepeatedFiles } from '../models/place-files.ts';
import styles from './part-list.module.css';

interface RepeatedModelsProps {
  repeated: readonly RepeatedFiles[];
  onSettle: (choice: 'raise' | 'separate' | 'drop') => void;
}

const MAX_NAMED = 3;

/** Offers to raise the quantity, which is usually what a customer means by uploading the same model again. */
export function RepeatedModels({ repeated, onSettle }: RepeatedModelsProps) {
  const [first] = repeated;
  if (!first) return null;
  const isSingle = repeated.length === 1;
  return (
    <div className={styles.removed} role="status" aria-label="相同的模型">
      <span>{isSingle ? singleText(first) : severalText(repeated)}</span>
      <Button size="small" onClick={() => onSettle('raise')}>
        {raiseText(repeated)}
      </Button>
      <Button size="small" variant="ghost" onClick={() => onSettle('separate')}>
        另建零件
      </Button>
      <CloseButton label="关闭提示" hint="不加入" onClick={() => onSettle('drop')} />
    </div>
  );
}

const piecesOf = ({ parts }: RepeatedFiles): number => parts.reduce((sum, { pieces }) => sum + pieces, 0);

function raiseText(repeated: readonly RepeatedFiles[]): string {
  const [first, ...others] = repeated;
  const isSet = repeated.some((entry) => piecesOf(entry) > 1);
  if (first && others.length === 0) return isSet ? `加一套，共 ${piecesOf(first)} 件` : '数量加 1';
  return isSet ? '各加一件或一套' : '数量各加 1';
}

function singleText({ model, parts, partTitle }: RepeatedFiles): string {
  if (parts.length === 1) return `“${model.name}”和零件“${partTitle}”的模型相同，没有另建零件`;
  return `“${model.name}”已分为 ${parts.length} 种零件报价，没有再次加入`;
}

function severalText(repeated: readonly RepeatedFiles[]): string {
  const names = repeated.slice(0, MAX_NAMED).map(({ model }) => model.name);
  const more = repeated.length > MAX_NAMED ? ' 等' : '';
  return `${repeated.length} 个模型和已有零件的相同，没有另建零件：${names.join('、')}${more}`;
}
