import { fileSizeText } from '#providers/files.ts';
import type { AttachmentsProps } from '#providers/use-upload.ts';
import { Button } from '#storefront/ui/button.tsx';
import styles from './order-talk.module.css';

/** The attachments of a message that is not sent, and those whose upload got no answer. */
export function TalkFiles({ files, failed, isUploading, onRemove, onRetry, onForget }: AttachmentsProps) {
  if (files.length + failed.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label="要发送的附件">
      {files.map((file) => (
        <li key={file.id}>
          <span>{file.name}</span> <small>{fileSizeText(file.size)}</small>{' '}
          <RemoveButton name={file.name} onClick={() => onRemove(file)} />
        </li>
      ))}
      {failed.map(({ file, reason }) => (
        <li key={`${file.name} ${file.lastModified}`}>
          <span>{file.name}</span>{' '}
          <small role="alert" className={styles.failed}>
            未上传：{reason}
          </small>{' '}
          <Button size="small" disabled={isUploading} onClick={() => void onRetry(file)}>
            重新上传
          </Button>{' '}
          <RemoveButton name={file.name} onClick={() => onForget(file)} />
        </li>
      ))}
    </ul>
  );
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button size="small" variant="ghost" aria-label={`移除 ${name}`} onClick={onClick}>
    移除
  </Button>
);
