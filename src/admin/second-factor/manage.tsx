import { Button, Form } from 'antd';
import { useState } from 'react';
import { secondFactor, type SecondFactorState } from '#contract/people/second-factor.ts';
import { normalizeCode } from '#providers/session/second-factor.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useCommand } from '../calls/use-command.ts';
import { showErrors } from '../components/show-errors.ts';
import { useBusy } from '../components/use-busy.ts';
import { CodeField, PasswordField } from './fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

/** Proof of identity, which every change requires. */
interface Proof {
  password: string;
  code: string;
}

export function ManageSecondFactor({
  state,
  onChanged,
}: {
  state: SecondFactorState;
  onChanged: () => void;
}) {
  const command = useCommand();
  const [action, setAction] = useState<'renew' | 'remove'>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onChanged} />;
  if (action === 'renew') {
    const renew = async (body: Proof) => {
      const result = await command(secondFactor.renewCodes, { body });
      if (result.ok) setCodes(result.data.recoveryCodes);
      return result.errors;
    };
    return (
      <ProofForm
        verb="重新生成"
        note="原来的恢复码将全部失效。"
        send={renew}
        onBack={() => setAction(undefined)}
      />
    );
  }
  if (action === 'remove') {
    const remove = async (body: Proof) => {
      const result = await command(secondFactor.remove, { body });
      if (result.ok) onChanged();
      return result.errors;
    };
    const note = state.isRequired
      ? '员工必须启用双重验证：关闭后须立即重新设置，例如更换手机时。'
      : '关闭后，登录只需要密码。';
    return (
      <ProofForm verb="关闭双重验证" note={note} isDanger send={remove} onBack={() => setAction(undefined)} />
    );
  }
  return (
    <>
      <dl className={styles.facts}>
        <dt>状态</dt>
        <dd>已启用</dd>
        <dt>启用时间</dt>
        <dd>{timeText(state.confirmedAt)}</dd>
        <dt>剩余恢复码</dt>
        <dd>{state.recoveryCodesLeft} 个</dd>
      </dl>
      <div className={styles.actions}>
        <Button onClick={() => setAction('renew')}>重新生成恢复码</Button>
        <Button danger onClick={() => setAction('remove')}>
          关闭双重验证
        </Button>
      </div>
    </>
  );
}

interface ProofFormProps {
  verb: string;
  note: string;
  isDanger?: boolean;
  /** Resolves with the server's errors by field. */
  send: (proof: Proof) => Promise<Record<string, string> | undefined>;
  onBack: () => void;
}

function ProofForm({ verb, note, isDanger = false, send, onBack }: ProofFormProps) {
  const [form] = Form.useForm<Proof>();
  const { busy, whileBusy } = useBusy<'send'>();

  const submit = ({ password, code }: Proof) =>
    whileBusy('send', async () => showErrors(form, await send({ password, code: normalizeCode(code) })));

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
      <p className={styles.note}>{note}</p>
      <PasswordField />
      <CodeField hint="验证器上的 6 位数字，或一个恢复码" />
      <div className={styles.actions}>
        <Button type="primary" danger={isDanger} htmlType="submit" loading={busy !== undefined}>
          {verb}
        </Button>
        <Button onClick={onBack}>返回</Button>
      </div>
    </Form>
  );
}
