import { Button } from 'antd';
import { logout } from '#providers/session/auth.ts';
import { SecondFactorSetup } from '../second-factor/set-up.tsx';
import { Entrance } from './entrance.tsx';

/** The only page for staff without a second factor, if the shop requires one. */
export function ForcedSecondFactor({ onDone }: { onDone: () => void }) {
  return (
    <Entrance hint="员工须启用双重验证后才能继续">
      <SecondFactorSetup onDone={onDone} />
      <Button type="link" block onClick={() => void logout()}>
        退出登录
      </Button>
    </Entrance>
  );
}
