import { CopyOutlined, DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { saveFile } from '#providers/http/download.ts';
import { notify } from '#providers/notices.ts';
import styles from './second-factor.module.css';

/** Recovery codes replace a lost device; they are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="请保存恢复码"
        description="手机丢失时可用恢复码登录，每个只能用一次。关闭后无法再次查看，请与密码分开保管。"
      />
      <ul className={styles.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<CopyOutlined />} onClick={() => void copy(text)}>
          复制
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), '恢复码.txt')}
        >
          下载
        </Button>
        <Button icon={<PrinterOutlined />} onClick={() => printCodes(codes)}>
          打印
        </Button>
      </div>
      <Button type="primary" block onClick={onDone}>
        我已保存
      </Button>
    </>
  );
}

/** Browsers offer no clipboard over plain HTTP. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ type: 'success', message: '恢复码已复制' });
  } catch {
    notify({ type: 'warning', message: '浏览器不允许复制，请手动选中恢复码复制' });
  }
}

/** Prints only the codes, from a hidden frame. */
function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Some browsers do not print a frame without layout.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page) {
    const title = page.createElement('h1');
    title.textContent = `${document.title.split(' · ').at(-1) ?? ''} · 恢复码`;
    const list = page.createElement('pre');
    list.textContent = codes.join('\n');
    page.body.append(title, list);
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  }
}
