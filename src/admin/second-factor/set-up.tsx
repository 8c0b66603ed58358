import { Button, Form } from 'antd';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { secondFactor } from '#contract/people/second-factor.ts';
import { confirmSecondFactor } from '#providers/session/second-factor.ts';
import { useCommand } from '../calls/use-command.ts';
import { showErrors } from '../components/show-errors.ts';
import { useBusy } from '../components/use-busy.ts';
import { CodeField, PasswordField } from './fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

interface NewSecret {
  secret: string;
  /** The otpauth URL of the QR code. */
  address: string;
}

/** Sets up a second factor in four steps: password, QR code, first code from the device, recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const [setup, setSetup] = useState<NewSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return setup ? <CodeStep setup={setup} onConfirmed={setCodes} /> : <PasswordStep onStarted={setSetup} />;
}

function PasswordStep({ onStarted }: { onStarted: (setup: NewSecret) => void }) {
  const command = useCommand();
  const [form] = Form.useForm<{ password: string }>();
  const { busy, whileBusy } = useBusy<'send'>();

  const submit = (body: { password: string }) =>
    whileBusy('send', async () => {
      const result = await command(secondFactor.begin, { body });
      if (result.ok) onStarted(result.data);
      else showErrors(form, result.errors);
    });

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <p>启用后，登录时在密码之外还要输入手机验证器上的 6 位验证码。</p>
      <p className={styles.hint}>
        请先在手机上安装任意一款验证器，例如微软 Authenticator、Google 身份验证器或 Aegis。
      </p>
      <PasswordField />
      <Button type="primary" htmlType="submit" block loading={busy !== undefined}>
        下一步
      </Button>
    </Form>
  );
}

function CodeStep({
  setup: { secret, address },
  onConfirmed,
}: {
  setup: NewSecret;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const [form] = Form.useForm<{ code: string }>();
  const { busy, whileBusy } = useBusy<'send'>();

  const submit = ({ code }: { code: string }) =>
    whileBusy('send', async () => {
      const result = await confirmSecondFactor(code);
      if (result.ok) onConfirmed(result.data.recoveryCodes);
      else showErrors(form, result.errors);
    });

  const svg = renderSVG(address, { ecc: 'M', border: 2 });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <ol className={styles.steps}>
        <li>用验证器扫描二维码；无法扫描时手动输入密钥</li>
        <li>输入验证器显示的 6 位数字</li>
      </ol>
      <img
        className={styles.qr}
        alt="验证器二维码"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      />
      <Form.Item label="密钥">
        <code className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </Form.Item>
      <CodeField hint="验证码每 30 秒更换一次" takesFocus />
      <Button type="primary" htmlType="submit" block loading={busy !== undefined}>
        启用
      </Button>
    </Form>
  );
}
