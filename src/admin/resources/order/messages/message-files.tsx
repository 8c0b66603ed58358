import { Button } from 'antd';
import { useRef } from 'react';
import { FILE_EXTENSIONS } from '#contract/files/files.ts';
import { fileSizeText } from '#providers/files.ts';
import type { AttachmentsProps } from '#providers/use-upload.ts';
import order from '../order.module.css';

export function MessageFiles({ files, failed, isUploading, onRemove, onRetry, onForget }: AttachmentsProps) {
  if (files.length + failed.length === 0) return null;
  return (
    <ul className={order.files} aria-label="要发送的附件">
      {files.map((file) => (
        <li key={file.id}>
          <span className={order.fileName}>{file.name}</span>
          <small className={order.muted}>{fileSizeText(file.size)}</small>
          <RemoveButton name={file.name} onClick={() => onRemove(file)} />
        </li>
      ))}
      {failed.map(({ file, reason }) => (
        <li key={`${file.name} ${file.lastModified}`}>
          <span className={order.fileName}>{file.name}</span>
          <small className={order.error} role="alert">
            未上传：{reason}
          </small>
          <Button size="small" disabled={isUploading} onClick={() => void onRetry(file)}>
            重新上传
          </Button>
          <RemoveButton name={file.name} onClick={() => onForget(file)} />
        </li>
      ))}
    </ul>
  );
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button size="small" aria-label={`移除 ${name}`} onClick={onClick}>
    移除
  </Button>
);

interface FileInputProps {
  /** The progress of an upload; undefined if there is none. */
  percent: number | undefined;
  onPick: (file: File) => Promise<void>;
}

export function FileInput({ percent, onPick }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button loading={percent !== undefined} onClick={() => input.current?.click()}>
        {percent === undefined ? '添加附件' : `正在上传 ${percent}%`}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={FILE_EXTENSIONS}
        aria-label="添加附件"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file) void onPick(file);
        }}
      />
    </>
  );
}
