import type { Section } from './section.ts';
import { standardViews, type Direction } from './view.ts';
import styles from './model-viewer.module.css';

interface ViewerToolsProps {
  section: Section | undefined;
  isMeasuring: boolean;
  onViewChange: (direction: Direction) => void;
  onFit: () => void;
  onSection: (section: Section | undefined) => void;
  onMeasure: (isOn: boolean) => void;
}

const axes = ['X', 'Y', 'Z'] as const;

export function ViewerTools({
  section,
  isMeasuring,
  onViewChange,
  onFit,
  onSection,
  onMeasure,
}: ViewerToolsProps) {
  const change = (values: Partial<Section>) =>
    onSection({ axis: 0, fraction: 0.5, isFlipped: false, ...section, ...values });
  return (
    <div className={styles.tools}>
      <div role="group" aria-label="视图" className={styles.group}>
        {standardViews.map((view, digit) => (
          <button
            key={view.label}
            type="button"
            title={`${view.label}（${digit}）`}
            onClick={() => onViewChange(view)}
          >
            {view.label}
          </button>
        ))}
        <button type="button" title="适应（F）" onClick={onFit}>
          适应
        </button>
      </div>
      <div role="group" aria-label="工具" className={styles.group}>
        <button type="button" aria-pressed={isMeasuring} onClick={() => onMeasure(!isMeasuring)}>
          测量
        </button>
        <button
          type="button"
          aria-pressed={section !== undefined}
          onClick={() => (section ? onSection(undefined) : change({}))}
        >
          剖切
        </button>
      </div>
      {section && (
        <div role="group" aria-label="剖切面" className={styles.group}>
          {axes.map((name, axis) => (
            <button
              key={name}
              type="button"
              aria-pressed={section.axis === axis}
              onClick={() => change({ axis: axis as Section['axis'] })}
            >
              {name}
            </button>
          ))}
          <input
            type="range"
            aria-label="剖切位置"
            min="0"
            max="1"
            step="0.005"
            value={section.fraction}
            onChange={({ target }) => change({ fraction: Number(target.value) })}
          />
          <button
            type="button"
            aria-pressed={section.isFlipped}
            onClick={() => change({ isFlipped: !section.isFlipped })}
          >
            反向
          </button>
        </div>
      )}
    </div>
  );
}
