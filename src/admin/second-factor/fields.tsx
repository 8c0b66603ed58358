import { Form, Input } from 'antd';

export function PasswordField() {
  return (
    <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
      <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
    </Form.Item>
  );
}

export function CodeField({ hint, takesFocus = false }: { hint: string; takesFocus?: boolean }) {
  return (
    <Form.Item
      name="code"
      label="验证码"
      extra={hint}
      rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={32} autoFocus={takesFocus} />
    </Form.Item>
  );
}
