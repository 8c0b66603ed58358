import { useInvalidate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { users } from '#contract/people/users.ts';
import { can } from '#providers/session/access-control.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { useBusy } from '../../components/use-busy.ts';
import type { RecordPanelProps } from '../../resource-kit/resource-parts.ts';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import styles from '../../resource-kit/resource-kit.module.css';

/** Removes the second factor of another user, e.g. after the loss of a phone. */
export function RemoveSecondFactor({ id, onClose }: RecordPanelProps) {
  const command = useCommand();
  const { busy, whileBusy } = useBusy<'remove'>();
  const invalidate = useInvalidate();
  const { data } = useEndpoint(users.one, {
    params: { id },
    quiet: false,
    enabled: can(users.one.permission),
  });

  const remove = () =>
    whileBusy('remove', async () => {
      const result = await command(users.removeSecondFactor, { body: { userId: id } });
      if (!result.ok) return;
      await invalidate({ resource: 'user', invalidates: ['list', 'many', 'detail'] });
      onClose();
    });

  const hasNoSecondFactor = data?.hasSecondFactor === false;
  return (
    <RecordDrawer
      title={data ? `移除双重验证 · ${data.username}` : '移除双重验证'}
      size={480}
      onClose={onClose}
    >
      <div className={styles.form}>
        <div className={styles.drawerContent}>
          {hasNoSecondFactor ? (
            <Alert type="info" showIcon title="该用户未启用双重验证" />
          ) : (
            <Alert
              type="warning"
              showIcon
              title="请先确认是本人要求移除"
              description="移除后该用户只凭密码即可登录，其验证器与恢复码作废，所有登录立即退出。"
            />
          )}
        </div>
        <footer className={styles.formFooter}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            danger
            loading={busy !== undefined}
            disabled={hasNoSecondFactor}
            onClick={() => void remove()}
          >
            移除双重验证
          </Button>
        </footer>
      </div>
    </RecordDrawer>
  );
}
