import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useRestoreFocus } from '../components/use-restore-focus.ts';
import styles from './resource-kit.module.css';

interface Props {
  title: ReactNode;
  /** Width in pixels; less on a narrow screen. */
  size?: number;
  extra?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function RecordDrawer({ title, size = 560, extra, onClose, children }: Props) {
  useRestoreFocus();
  return (
    <Drawer
      open
      title={title}
      extra={extra}
      size={size}
      classNames={{ body: styles.drawerBody }}
      styles={{ wrapper: { maxWidth: '100%' } }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  );
}
