import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useRef } from 'react';
import { useOutletContext } from 'react-router';
import type { Resource } from './define-resource.ts';
import styles from './resource-kit.module.css';
import { useResourceNavigation } from './use-resource-navigation.ts';

/** The outlet context of a list. */
export interface ListContext {
  ids: readonly number[];
}

/** Steps to the previous or next record of the list's page, with buttons or Alt and the arrow keys. */
export function RecordNavigation({ resource, id }: { resource: Resource; id: number }) {
  const { ids } = useOutletContext<ListContext | undefined>() ?? { ids: [] };
  const { goDetail } = useResourceNavigation(resource);
  const steps = useRef<HTMLSpanElement>(null);
  const index = ids.indexOf(id);
  const [previous, next] = index < 0 ? [] : [ids[index - 1], ids[index + 1]];

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const to = { ArrowUp: previous, ArrowDown: next }[event.key];
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || to === undefined) return;
      if (belongsElsewhere(event.target, steps.current)) return;
      event.preventDefault();
      goDetail(to);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  if (index < 0 || ids.length < 2) return null;
  return (
    <span ref={steps} className={styles.steps}>
      <span className={styles.stepsPosition}>
        本页第 {index + 1} 条，共 {ids.length} 条
      </span>
      <Tooltip title="上一条（Alt + ↑）">
        <Button
          size="small"
          icon={<UpOutlined />}
          aria-label="上一条"
          aria-keyshortcuts="Alt+ArrowUp"
          disabled={previous === undefined}
          onClick={() => previous !== undefined && goDetail(previous)}
        />
      </Tooltip>
      <Tooltip title="下一条（Alt + ↓）">
        <Button
          size="small"
          icon={<DownOutlined />}
          aria-label="下一条"
          aria-keyshortcuts="Alt+ArrowDown"
          disabled={next === undefined}
          onClick={() => next !== undefined && goDetail(next)}
        />
      </Tooltip>
    </span>
  );
}

/** True if the key belongs to a text field or to a dialog above the drawer. */
function belongsElsewhere(target: EventTarget | null, steps: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const dialog = target.closest('[role=dialog]');
  const isAbove = dialog !== null && dialog !== steps?.closest('[role=dialog]');
  return isAbove || target.isContentEditable || target.matches('input, textarea, select');
}
