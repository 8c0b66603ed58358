import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAdminSession } from '../session/session.ts';
import { MenuIcon } from '../components/menu-icon.tsx';
import { screensOf } from '../session/menu-tree.ts';
import styles from './shell.module.css';

/** A text field above a list of entries: arrow keys choose, Enter opens. */
export function MenuSearchBox({ onDone }: { onDone: () => void }) {
  const { entries } = useAdminSession();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found = screensOf(entries).filter(({ entry, groups }) =>
    [...groups, entry.title, entry.path].some((part) => part.toLowerCase().includes(wanted)),
  );
  const chosen = found[Math.min(position, found.length - 1)];
  const optionId = (key: string) => `${listId}-${key}`;

  function open(path: string) {
    onDone();
    void navigate(path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setPosition((Math.min(position, found.length - 1) + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) {
      event.preventDefault();
      open(chosen.entry.path);
    }
  }

  return (
    <>
      <Input
        autoFocus
        allowClear
        prefix={<SearchOutlined />}
        placeholder="输入菜单名称"
        role="combobox"
        aria-label="菜单名称"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen ? optionId(chosen.entry.key) : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="菜单" className={styles.found}>
        {found.map(({ entry, groups }) => (
          // The text field handles the keyboard, so options need no focus.
          <div
            key={entry.key}
            id={optionId(entry.key)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen?.entry}
            className={styles.foundEntry}
            onClick={() => open(entry.path)}
            onKeyDown={onKeyDown}
          >
            <MenuIcon name={entry.icon} />
            <span>{entry.title}</span>
            <span className={styles.foundGroup}>{groups.join(' / ')}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.nothingFound}>没有匹配的菜单</p> : null}
    </>
  );
}
