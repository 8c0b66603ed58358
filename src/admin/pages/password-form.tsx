import { Button, Form, Input } from 'antd';
import { setPassword } from '#providers/session/auth.ts';
import { showErrors } from '../components/show-errors.ts';
import { useBusy } from '../components/use-busy.ts';

const MIN_LENGTH = 12;

interface Values {
  oldPassword: string;
  newPassword: string;
  again: string;
}

/** Changes the user's password. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [form] = Form.useForm<Values>();
  const { busy, whileBusy } = useBusy<'save'>();

  const submit = ({ oldPassword, newPassword }: Values) =>
    whileBusy('save', async () => {
      const result = await setPassword(oldPassword, newPassword);
      if (result.ok) onChanged();
      else showErrors(form, result.errors);
    });

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <Form.Item name="oldPassword" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={`至少 ${MIN_LENGTH} 个字符，建议使用几个不相关的词`}
        rules={[
          { required: true, message: '请输入新密码' },
          { min: MIN_LENGTH, message: `新密码至少${MIN_LENGTH}个字符` },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再次输入新密码"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再次输入新密码' },
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              !value || value === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入的密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy !== undefined}>
          修改密码
        </Button>
      </Form.Item>
    </Form>
  );
}
