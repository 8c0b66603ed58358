import { useLogout } from '@refinedev/core';
import { Button } from 'antd';
import { Entrance } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';

/** The only page for a user whose password an administrator has set or the first start has printed. */
export function ForcedPassword({ onChanged }: { onChanged: () => void }) {
  const { mutate: logout } = useLogout();
  return (
    <Entrance hint="首次登录，请先设置自己的密码">
      <PasswordForm onChanged={onChanged} />
      <Button type="link" block onClick={() => logout()}>
        退出登录
      </Button>
    </Entrance>
  );
}
