import { Button } from '#storefront/ui/button.tsx';
import type { RepeatedFiles } from '../models/place-files.ts';
import styles from './removed-part.module.css';

interface RepeatedModelsProps {
  repeated: readonly RepeatedFiles[];
  onSettle: (choice: 'raise' | 'place' | 'drop') => void;
}

const MAX_NAMED = 3;

/** Files whose model a part has already: a larger quantity is what is usually meant. */
export function RepeatedModels({ repeated, onSettle }: RepeatedModelsProps) {
  const [first] = repeated;
  if (!first) return null;
  const isOne = repeated.length === 1;
  const names = repeated.slice(0, MAX_NAMED).map(({ model }) => model.name);
  return (
    <div className={styles.removed} role="status" aria-label="相同的模型">
      <span>
        {isOne
          ? `“${first.model.name}”和零件“${first.partTitle}”的模型相同，没有另建零件`
          : `${repeated.length} 个模型和已有零件的相同，没有另建零件：${names.join('、')}${repeated.length > MAX_NAMED ? ' 等' : ''}`}
      </span>
      <Button size="small" onClick={() => onSettle('raise')}>
        {isOne ? '数量加 1' : '数量各加 1'}
      </Button>
      <Button size="small" variant="ghost" onClick={() => onSettle('place')}>
        另建零件
      </Button>
      <button
        type="button"
        className={styles.accept}
        aria-label="关闭提示"
        title="不加入"
        onClick={() => onSettle('drop')}
      >
        ✕
      </button>
    </div>
  );
}
