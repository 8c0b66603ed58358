import { useLogout } from '@refinedev/core';
import { KeyOutlined, LogoutOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useAdminSession } from '../session/session.ts';
import styles from './shell.module.css';

const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((m) => ({ default: m.PasswordDialog })),
);

const SecondFactorDialog = lazy(() =>
  import('../second-factor/dialog.tsx').then((m) => ({ default: m.SecondFactorDialog })),
);

export function UserMenu() {
  const { mutate: logout } = useLogout();
  const { user } = useAdminSession();
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<{ name: 'password' | 'second-factor'; pathname: string }>();
  // Leaving the page, even with the back button, closes the dialog for good.
  if (dialog && dialog.pathname !== pathname) setDialog(undefined);
  const close = () => setDialog(undefined);
  const name = user.name || user.userName;
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'password',
              icon: <KeyOutlined />,
              label: '修改密码',
              onClick: () => setDialog({ name: 'password', pathname }),
            },
            {
              key: 'second-factor',
              icon: <SafetyOutlined />,
              label: '双重验证',
              onClick: () => setDialog({ name: 'second-factor', pathname }),
            },
            { type: 'divider' },
            {
              key: 'logout',
              icon: <LogoutOutlined />,
              label: '退出登录',
              // The session gate redirects to the login page.
              onClick: () => logout(),
            },
          ],
        }}
      >
        <Button
          type="text"
          icon={
            user.avatar === '' ? <UserOutlined aria-hidden /> : <Avatar size={24} src={user.avatar} alt="" />
          }
          aria-label={`用户菜单：${name}`}
        >
          <span className={styles.userName}>{name}</span>
        </Button>
      </Dropdown>
      <Suspense fallback={null}>
        {dialog?.name === 'password' ? <PasswordDialog onClose={close} /> : null}
        {dialog?.name === 'second-factor' ? <SecondFactorDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
