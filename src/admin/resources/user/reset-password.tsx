import { useInvalidate } from '@refinedev/core';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { users } from '#contract/people/users.ts';
import { can } from '#providers/session/access-control.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { PasswordInput } from '../../components/password-input.tsx';
import { useBusy } from '../../components/use-busy.ts';
import type { RecordPanelProps } from '../../resource-kit/resource-parts.ts';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import styles from '../../resource-kit/resource-kit.module.css';
import { showErrors } from '../../components/show-errors.ts';

const password = users.resetPassword.body.shape.password;

/** Sets a password for another user. The user must change it at the next sign-in. */
export function ResetPassword({ id, onClose }: RecordPanelProps) {
  const command = useCommand();
  const [form] = Form.useForm<{ password: string }>();
  const { busy, whileBusy } = useBusy<'reset'>();
  const [isDone, setIsDone] = useState(false);
  const invalidate = useInvalidate();
  const { data } = useEndpoint(users.one, {
    params: { id },
    quiet: false,
    enabled: can(users.one.permission),
  });

  const submit = (values: { password: string }) =>
    whileBusy('reset', async () => {
      const result = await command(users.resetPassword, { body: { userId: id, ...values } });
      if (result.ok) {
        setIsDone(true);
        await invalidate({ resource: 'user', invalidates: ['list', 'many', 'detail'] });
      } else showErrors(form, result.errors);
    });

  return (
    <RecordDrawer title={data ? `重置密码 · ${data.username}` : '重置密码'} size={480} onClose={onClose}>
      <Form form={form} layout="vertical" className={styles.form} onFinish={(values) => void submit(values)}>
        <div className={styles.drawerContent}>
          <Form.Item
            name="password"
            label="新密码"
            required
            extra="员工至少 12 位，客户至少 8 位。该用户立即退出登录，下次登录须修改密码。"
            rules={[
              {
                validator: (_rule, value: unknown) => {
                  const problem = password.safeParse(value).error?.issues[0]?.message;
                  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
                },
              },
            ]}
          >
            <PasswordInput placeholder="输入或生成新密码" />
          </Form.Item>
          {isDone ? (
            <Alert
              type="success"
              showIcon
              title="密码已重置"
              description="请复制新密码并交给用户；关闭后无法再次查看。"
            />
          ) : null}
        </div>
        <footer className={styles.formFooter}>
          <Button onClick={onClose}>{isDone ? '完成' : '取消'}</Button>
          <Button type="primary" danger htmlType="submit" loading={busy !== undefined} disabled={isDone}>
            重置密码
          </Button>
        </footer>
      </Form>
    </RecordDrawer>
  );
}
