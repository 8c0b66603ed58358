import { SafetyOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { loginWithCode, normalizeCode } from '#providers/session/second-factor.ts';

interface Props {
  /** The response to the correct password, which asks for a code. */
  challenge: Failure;
  /** Returns to the password form, with a message for the user. */
  onCancel: (failure?: string) => void;
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ challenge, onCancel }: Props) {
  const [form] = Form.useForm<{ code: string }>();
  const [isRecovery, setIsRecovery] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<InputRef>(null);
  const label = isRecovery ? '恢复码' : '验证码';

  async function submit({ code }: { code: string }) {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const result = await loginWithCode(challenge, normalizeCode(code));
      // The login page redirects once there is a token.
      if (result.ok) return notify({ type: 'success', message: '登录成功' });
      if (result.error === 'login.ticket') return onCancel(result.msg);
      setFailure(result.msg);
      field.current?.select();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      onFinish={(values) => void submit(values)}
    >
      {failure === undefined ? null : (
        <Form.Item>
          <Alert type="error" showIcon title={failure} />
        </Form.Item>
      )}
      <Form.Item
        // A new key replaces the field with an empty one.
        key={label}
        name="code"
        label={label}
        preserve={false}
        extra={isRecovery ? '启用双重验证时保存的恢复码，每个只能用一次' : '请输入手机验证器上的 6 位数字'}
        rules={[{ required: true, whitespace: true, message: `请输入${label}` }]}
      >
        <Input
          ref={field}
          prefix={<SafetyOutlined />}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={32}
          autoFocus
        />
      </Form.Item>
      <Form.Item>
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          继续登录
        </Button>
      </Form.Item>
      <Button
        type="link"
        block
        onClick={() => {
          form.resetFields();
          setFailure(undefined);
          setIsRecovery(!isRecovery);
        }}
      >
        {isRecovery ? '使用验证码' : '使用恢复码'}
      </Button>
      <Button type="link" block onClick={() => onCancel()}>
        换一个账号
      </Button>
    </Form>
  );
}
