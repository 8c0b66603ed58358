import { Button } from 'antd';
import { logout } from '#providers/auth.ts';
import { SetUp } from '../second-factor/set-up.tsx';
import { Entrance } from './entrance.tsx';

/** Where the shop asks staff for a second factor, whoever has none comes no further than this page. */
export function ForcedSecondFactor({ onDone }: { onDone: () => void }) {
  return (
    <Entrance hint="管理端人员须启用双重验证后才能继续">
      <SetUp onDone={onDone} />
      <Button type="link" block onClick={() => void logout()}>
        退出登录
      </Button>
    </Entrance>
  );
}
