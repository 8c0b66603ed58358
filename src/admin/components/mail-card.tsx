import { Alert, Button } from 'antd';
import { useState } from 'react';
import { mail as endpoints, type MailState } from '#contract/system/mail.ts';
import { useCommand } from '../calls/use-command.ts';
import { usePermission } from '../session/use-permission.ts';
import styles from './mail-card.module.css';
import page from './page/page.module.css';
import { useBusy } from './use-busy.ts';

export function MailCard({ mail }: { mail: MailState }) {
  const command = useCommand();
  const canTest = usePermission('admin:sysConfigSet:update');
  const { busy, whileBusy } = useBusy<'test'>();
  const [outcome, setOutcome] = useState<{ type: 'success' | 'error'; text: string }>();

  const test = () =>
    whileBusy('test', async () => {
      setOutcome(undefined);
      const result = await command(endpoints.test, { quiet: true });
      setOutcome(
        result.ok
          ? {
              type: 'success',
              text: `邮件服务器已收下发往 ${result.data.recipient} 的测试邮件，它的答复：${result.data.answer}`,
            }
          : { type: 'error', text: result.msg },
      );
    });

  return (
    <section className={`${page.card} ${styles.mail}`} aria-label="邮件">
      <h2>邮件</h2>
      {mail.isOn ? (
        <p>
          已启用，发件人 {mail.from}；等待发送 {mail.waiting} 封，近 7 天失败 {mail.failed} 封。
        </p>
      ) : (
        <p>
          未启用，客户只收到站内通知。在服务器的环境变量中设置 SMTP_URL 和 MAIL_FROM
          并重启后，有邮箱的客户也会收到邮件。
        </p>
      )}
      {mail.isOn && mail.lastFailure !== '' ? (
        <Alert
          type="warning"
          showIcon
          title={`邮件发不出去，请核对 SMTP_URL 和 MAIL_FROM。最近一次失败：${mail.lastFailure}`}
        />
      ) : null}
      {mail.isOn && canTest ? (
        <Button loading={busy === 'test'} onClick={() => void test()}>
          发送测试邮件到我的邮箱
        </Button>
      ) : null}
      {outcome ? <Alert role="status" type={outcome.type} showIcon title={outcome.text} /> : null}
    </section>
  );
}
