import { useLogout } from '@refinedev/core';
import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { search } from '#contract/system/search.ts';
import { useDebounced } from '#providers/use-debounced.ts';
import { Dialog } from '../../components/dialog.tsx';
import { MenuIcon } from '../../components/page/menu-icon.tsx';
import { useAdminSession } from '../../session/session.ts';
import { commandGroups, recordGroups, type PaletteItem, searchableKinds } from './palette-items.ts';
import styles from './palette.module.css';
import { useEndpoint } from '../../calls/use-endpoint.ts';

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isTransient title="搜索" footer={null} onCancel={onClose}>
      <PaletteBox onDone={onClose} />
    </Dialog>
  );
}

/** A search field above matching pages, actions and records: arrow keys select, Enter opens. */
function PaletteBox({ onDone }: { onDone: () => void }) {
  const session = useAdminSession();
  const navigate = useNavigate();
  const { mutate: logout } = useLogout();
  const listId = useId();
  const [input, setInput] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const text = input.trim();
  const { records, isSearching, isError } = useSearchResults(text);
  // Records load later, so they come last and do not move the chosen line.
  const groups = [...commandGroups(text, session), ...recordGroups(records)];
  const items = groups.flatMap((group) => group.items);
  const chosen = items.find(({ key }) => key === chosenKey) ?? items[0];
  const optionId = (key: string) => `${listId}-${key}`;
  const chosenId = chosen ? optionId(chosen.key) : undefined;

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);

  function open({ to }: PaletteItem) {
    onDone();
    // The session gate redirects to the login page.
    if (to === undefined) logout();
    else void navigate(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && chosen) {
      event.preventDefault();
      const next = items[(items.indexOf(chosen) + step + items.length) % items.length];
      setChosenKey(next?.key);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      open(chosen);
    }
  }

  return (
    <>
      <Input
        autoFocus
        allowClear
        maxLength={100}
        prefix={<SearchOutlined />}
        placeholder="页面、操作、订单编号、客户、零件、材料、工艺"
        role="combobox"
        aria-label="搜索内容"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
        value={input}
        onChange={(event) => {
          setInput(event.target.value);
          setChosenKey(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="搜索结果"
        className={styles.results}
        hidden={items.length === 0}
      >
        {groups.map(({ label, items: lines }) => (
          <div key={label} role="group" aria-labelledby={`${listId}-${label}`}>
            <div id={`${listId}-${label}`} role="presentation" className={styles.group}>
              {label}
            </div>
            {lines.map((item) => (
              // The search field handles the keyboard, so options need no focus.
              <div
                key={item.key}
                id={optionId(item.key)}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                className={styles.line}
                onClick={() => open(item)}
                onKeyDown={onKeyDown}
              >
                {item.icon === undefined ? null : <MenuIcon name={item.icon} />}
                <span className={styles.title}>{item.title}</span>
                <span className={styles.text}>{item.text}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {isSearching
          ? '正在搜索…'
          : isError
            ? '搜索失败，请稍后再试'
            : items.length === 0
              ? `没有找到“${text}”`
              : ''}
      </p>
    </>
  );
}

const PAUSE_MS = 200;

/** Searches records once typing pauses; drops results for an earlier text. */
function useSearchResults(text: string) {
  const { may } = useAdminSession();
  const isAllowed = searchableKinds.some(
    ({ resource: { endpoints } }) =>
      endpoints.one && [endpoints.list, endpoints.one].every(({ permission }) => may(permission)),
  );
  const debounced = useDebounced(text, PAUSE_MS);
  const hasQuery = isAllowed && text !== '';
  const isCurrent = hasQuery && debounced === text;
  const { data, isError, isFetching } = useEndpoint(search.records, {
    query: { text: debounced },
    enabled: isCurrent,
    placeholderData: undefined,
    gcTime: 0,
  });
  return {
    records: isCurrent && data ? data.list : [],
    isSearching: hasQuery && (!isCurrent || isFetching),
    isError: isCurrent && isError,
  };
}
