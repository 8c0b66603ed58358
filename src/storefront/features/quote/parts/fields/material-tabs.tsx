import { useRef, type KeyboardEvent } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import styles from './material-tabs.module.css';

interface MaterialTabsProps {
  tags: readonly DictOption[];
  /** Undefined while a search shows materials of every tag. */
  currentTag?: string;
  /** The tag of the chosen material, which stays marked. */
  selectedTag?: string;
  panelId: string;
  onPick: (tag: string) => void;
}

/** One tab per material tag, navigated with arrow keys, Home and End. */
export function MaterialTabs({ tags, currentTag, selectedTag, panelId, onPick }: MaterialTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const from = Math.max(
      0,
      tags.findIndex(({ value }) => value === currentTag),
    );
    const to = tabAfter(event.key, from, tags.length);
    const tag = tags[to];
    if (to === -1 || !tag) return;
    event.preventDefault();
    onPick(tag.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };

  return (
    <div ref={list} role="tablist" aria-label="材料分类" className={styles.tabs}>
      {tags.map(({ value, label }, index) => {
        const isCurrent = value === currentTag;
        return (
          <button
            key={value}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={isCurrent}
            aria-controls={panelId}
            tabIndex={isCurrent || (currentTag === undefined && index === 0) ? 0 : -1}
            data-holds-choice={value === selectedTag || undefined}
            onClick={() => onPick(value)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function tabAfter(key: string, from: number, count: number): number {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
