import { useLogin } from '@refinedev/core';
import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import type { LoginBody } from '#contract/people/authentication.ts';
import { LoginError } from '#providers/session/auth-provider.ts';
import { messageOf, type Failure } from '#providers/http/result.ts';
import { useCaptcha, type CaptchaState } from './use-captcha.ts';
import styles from './pages.module.css';

interface Values {
  username: string;
  password: string;
  code?: string;
}

interface Props {
  /** Shown until the first attempt. */
  notice?: string | undefined;
  /** Called when the password is correct and a second factor is required. */
  onCodeRequired: (failure: Failure) => void;
}

export function LoginForm({ notice, onCodeRequired }: Props) {
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<string | undefined>(notice);
  const { mutateAsync: login, isPending } = useLogin<LoginBody>();
  const captcha = useCaptcha();

  async function submit({ username, password, code }: Values) {
    setFailure(undefined);
    const body: LoginBody = { username, password };
    if (captcha.isRequired) Object.assign(body, { code, uuid: captcha.id });
    try {
      const { error } = await login(body);
      // The login page redirects once there is a token.
      if (!error) return;
      if (error instanceof LoginError && error.error === 'login.second_factor') {
        captcha.markUsed();
        return onCodeRequired(error.failure);
      }
      setFailure(error.message);
      // Each captcha is valid for one attempt.
      form.resetFields(['code']);
      captcha.renew();
    } catch (error) {
      setFailure(messageOf(error));
      captcha.renew();
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
      {failure ? (
        <Form.Item>
          <Alert type="error" showIcon title={failure} />
        </Form.Item>
      ) : null}
      <Form.Item name="username" label="用户名" rules={[{ required: true, message: '请输入用户名' }]}>
        <Input prefix={<UserOutlined />} autoComplete="username" autoFocus maxLength={64} />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {captcha.isRequired ? (
        <Form.Item label="验证码" htmlFor="code" required>
          <div className={styles.captcha}>
            <Form.Item name="code" id="code" noStyle rules={[{ required: true, message: '请输入验证码' }]}>
              <Input id="code" prefix={<SafetyOutlined />} autoComplete="off" maxLength={16} />
            </Form.Item>
            <Captcha captcha={captcha} />
          </div>
        </Form.Item>
      ) : null}
      <Form.Item>
        {/* Without a label, the accessible name may include antd's invisible loading icon. */}
        <Button type="primary" htmlType="submit" block loading={isPending} aria-label="登录">
          登录
        </Button>
      </Form.Item>
    </Form>
  );
}

function Captcha({ captcha: { image, isLoading, renew } }: { captcha: CaptchaState }) {
  return (
    <button type="button" className={styles.captchaButton} title="点击更换验证码" onClick={renew}>
      {image ? <img src={image} alt="验证码，点击更换" /> : isLoading ? '加载中' : '点击重新获取'}
    </button>
  );
}
