import { Button } from 'antd';
import { logout } from '#providers/auth.ts';
import { Entrance } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';

/** The password that the first start printed opens nothing but this page. */
export function ForcedPassword({ onChanged }: { onChanged: () => void }) {
  return (
    <Entrance hint="首次登录，请先设置自己的密码">
      <PasswordForm onChanged={onChanged} />
      <Button type="link" block onClick={() => void logout()}>
        退出登录
      </Button>
    </Entrance>
  );
}
