import { Form, Input, type FormInstance } from 'antd';
import type { FieldErrors } from '#contract/errors.ts';

/** The password of whoever is signed in. */
export function PasswordField() {
  return (
    <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
      <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
    </Form.Item>
  );
}

/** A code of the device; of a set-up, no recovery code stands in for it. */
export function CodeField({ hint, isFocused = false }: { hint: string; isFocused?: boolean }) {
  return (
    <Form.Item
      name="code"
      label="验证码"
      extra={hint}
      rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={32} autoFocus={isFocused} />
    </Form.Item>
  );
}

/** Puts what the server refuses beside its field. */
export function showErrors(form: FormInstance, errors: FieldErrors | undefined): void {
  form.setFields(Object.entries(errors ?? {}).map(([name, problem]) => ({ name, errors: [problem] })));
}
