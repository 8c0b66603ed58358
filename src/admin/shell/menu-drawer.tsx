import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useDismissible } from '../components/layers.ts';
import type { MenuEntry } from '../session/menu-tree.ts';
import { ShellMenu } from './shell-menu.tsx';

interface Props {
  title: ReactNode;
  trail: readonly MenuEntry[];
  isOpen: boolean;
  onClose: () => void;
}

/** The menu of a narrow window. */
export function MenuDrawer({ title, trail, isOpen, onClose }: Props) {
  useDismissible(onClose, { isOpen });
  return (
    <Drawer
      open={isOpen}
      placement="left"
      size={260}
      title={title}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <ShellMenu isCollapsed={false} trail={trail} onPick={onClose} />
    </Drawer>
  );
}
