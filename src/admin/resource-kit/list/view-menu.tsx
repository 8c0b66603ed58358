import { DeleteOutlined, EditOutlined, StarFilled, StarOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Tooltip } from 'antd';
import { useState } from 'react';
import { MAX_VIEW_NAME, MAX_VIEWS, type ListView } from '#contract/system/list-views.ts';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import styles from '../resource-kit.module.css';
import type { ColumnChoice } from './use-columns.ts';
import { searchOf, stateOf, useViews } from './use-views.ts';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (state: ListState) => void;
  columns: ColumnChoice;
}

export function ViewMenu({ resource, state, onChange, columns }: Props) {
  const views = useViews(resource);
  const [isOpen, setIsOpen] = useState(false);
  const currentSettings = {
    search: searchOf(resource, state),
    hidden: columns.stored.hidden && [...columns.stored.hidden],
    order: [...columns.stored.order],
  };
  const currentView = views.views.find((view) => isSame(view, currentSettings));

  function apply(view: ListView) {
    columns.restore(view);
    onChange(stateOf(resource, view));
    setIsOpen(false);
  }

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      open={isOpen}
      onOpenChange={setIsOpen}
      title="视图"
      content={
        <div className={styles.views}>
          {views.views.length === 0 ? (
            <p className={styles.columnHint}>
              视图保存当前的筛选、排序和列，只有您自己看得到，换一台电脑登录也在。
            </p>
          ) : (
            <ul>
              {views.views.map((view) => (
                <SavedView
                  key={view.name}
                  view={view}
                  isCurrent={view === currentView}
                  isInitial={view.name === views.initial}
                  existingNames={views.views.map(({ name }) => name)}
                  onApply={() => apply(view)}
                  onInitial={(isInitial) => views.setInitial(isInitial ? view.name : null)}
                  onRename={(name) => views.rename(view.name, name)}
                  onRemove={() => views.remove(view.name)}
                />
              ))}
            </ul>
          )}
          <NewView
            existingNames={views.views.map(({ name }) => name)}
            onSave={(name) => {
              views.save({ name, ...currentSettings });
              setIsOpen(false);
            }}
          />
        </div>
      }
    >
      <Tooltip title={isOpen ? '' : '保存的筛选、排序和列'}>
        <Button icon={<TableOutlined aria-hidden />}>{currentView?.name ?? '视图'}</Button>
      </Tooltip>
    </Popover>
  );
}

interface SavedViewProps {
  view: ListView;
  isCurrent: boolean;
  isInitial: boolean;
  existingNames: readonly string[];
  onApply: () => void;
  onInitial: (isInitial: boolean) => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

function SavedView({ view: { name }, isCurrent, isInitial, existingNames, ...callbacks }: SavedViewProps) {
  const [input, setInput] = useState<string>();
  if (input !== undefined) {
    const newName = input.trim();
    const exists = newName !== name && existingNames.includes(newName);
    const rename = () => {
      if (newName === '' || exists) return;
      if (newName !== name) callbacks.onRename(newName);
      setInput(undefined);
    };
    return (
      <li>
        <Input
          size="small"
          autoFocus
          aria-label={`${name}的新名称`}
          maxLength={MAX_VIEW_NAME}
          value={input}
          status={exists ? 'error' : ''}
          onChange={(event) => setInput(event.target.value)}
          onPressEnter={rename}
        />
        <Button size="small" type="link" disabled={newName === '' || exists} onClick={rename}>
          {exists ? '已有同名' : '确定'}
        </Button>
      </li>
    );
  }
  return (
    <li>
      <Button
        type="text"
        className={styles.viewName}
        aria-current={isCurrent || undefined}
        onClick={callbacks.onApply}
      >
        {name}
      </Button>
      <Tooltip title={isInitial ? '打开列表时使用，点击取消' : '打开列表时使用'}>
        <Button
          type="text"
          size="small"
          icon={isInitial ? <StarFilled /> : <StarOutlined />}
          aria-label={`打开列表时使用${name}`}
          aria-pressed={isInitial}
          onClick={() => callbacks.onInitial(!isInitial)}
        />
      </Tooltip>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        aria-label={`重命名${name}`}
        onClick={() => setInput(name)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={`删除${name}`}
        onClick={callbacks.onRemove}
      />
    </li>
  );
}

function NewView({
  existingNames,
  onSave,
}: {
  existingNames: readonly string[];
  onSave: (name: string) => void;
}) {
  const [input, setInput] = useState('');
  const name = input.trim();
  const exists = existingNames.includes(name);
  const isFull = existingNames.length >= MAX_VIEWS && !exists;
  return (
    <form
      className={styles.newView}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isFull) return;
        onSave(name);
        setInput('');
      }}
    >
      <Input
        size="small"
        aria-label="新视图的名称"
        placeholder={isFull ? `最多 ${MAX_VIEWS} 个视图` : '名称'}
        maxLength={MAX_VIEW_NAME}
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      <Button size="small" type="primary" htmlType="submit" disabled={name === '' || isFull}>
        {exists ? '覆盖' : '保存当前视图'}
      </Button>
    </form>
  );
}

const isSame = (a: Omit<ListView, 'name'>, b: Omit<ListView, 'name'>) =>
  JSON.stringify([a.search, a.hidden, a.order]) === JSON.stringify([b.search, b.hidden, b.order]);
