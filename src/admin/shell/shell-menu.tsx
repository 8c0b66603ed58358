import { Menu, type MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import { useAdminSession } from '../session/session.ts';
import { MenuIcon } from '../components/page/menu-icon.tsx';
import type { MenuEntry } from '../session/menu-tree.ts';

const COLLAPSED_KEY = 'admin.menu-closed';

interface Props {
  isCollapsed: boolean;
  /** The entries from the outermost group to the current screen. */
  trail: readonly MenuEntry[];
  onPick?: () => void;
}

/**
 * The menu from the server. Entries link without parameters, so that a click on the current entry resets its list.
 * Groups are expanded at first; the browser remembers collapsed ones.
 */
export function ShellMenu({ isCollapsed, trail, onPick }: Props) {
  const { entries } = useAdminSession();
  const [collapsedGroups, setCollapsedGroups] = useState(
    () => new Set(readStored(COLLAPSED_KEY)?.split(',') ?? []),
  );
  const groups = entries.flatMap(groupKeys);
  const expandedGroups = groups.filter((key) => !collapsedGroups.has(key));
  const nav = useRef<HTMLElement>(null);
  const selected = trail.at(-1)?.key;

  // The menu may be longer than the window, so the current entry is scrolled into view.
  useEffect(() => {
    if (selected === undefined) return;
    const show = () => {
      const item = nav.current?.querySelector('.ant-menu-item-selected');
      if (item && nav.current) scrollToEntry(nav.current, item);
    };
    // Scrolling before the first paint would force a layout of the unfinished page.
    (globalThis.requestIdleCallback ?? setTimeout)(show);
  }, [selected]);

  function saveOpenKeys(keys: string[]) {
    const next = groups.filter((key) => !keys.includes(key));
    setCollapsedGroups(new Set(next));
    writeStored(COLLAPSED_KEY, next.length > 0 ? next.join(',') : null);
  }

  return (
    <nav ref={nav} aria-label="主菜单">
      <Menu
        mode="inline"
        inlineCollapsed={isCollapsed}
        items={entries.map(menuItem)}
        selectedKeys={selected === undefined ? [] : [selected]}
        // The longest title fits with this indent.
        inlineIndent={16}
        // The collapsed menu shows groups as pop-ups, whose state is not remembered.
        {...(isCollapsed ? {} : { openKeys: expandedGroups, onOpenChange: saveOpenKeys })}
        onClick={onPick}
      />
    </nav>
  );
}

/** Scrolls the menu to the entry, below the sticky brand. `scrollIntoView` would scroll the page too. */
function scrollToEntry(nav: HTMLElement, item: Element): void {
  const scroller = nav.parentElement;
  if (!scroller) return;
  const brandHeight = nav.previousElementSibling?.clientHeight ?? 0;
  const [entry, view] = [item.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const beyondEnd = Math.max(0, entry.bottom - view.bottom);
  scroller.scrollTop += beyondEnd || Math.min(0, entry.top - view.top - brandHeight);
}

type Item = NonNullable<MenuProps['items']>[number];

function menuItem(entry: MenuEntry): Item {
  const icon = <MenuIcon name={entry.icon} />;
  if (entry.path === undefined) {
    return { key: entry.key, icon, label: entry.title, children: entry.children.map(menuItem) };
  }
  return { key: entry.key, icon, label: <Link to={entry.path}>{entry.title}</Link>, title: entry.title };
}

const groupKeys = (entry: MenuEntry): string[] =>
  entry.path === undefined ? [entry.key, ...entry.children.flatMap(groupKeys)] : [];
