import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { FILE_EXTENSIONS, type UploadedFile } from '#contract/files/files.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import {
  MAX_MESSAGE_FILES,
  MAX_MESSAGE_TEXT,
  orderMessages,
  type OrderMessage,
} from '#contract/orders/order-messages.ts';
import { enteredName, unnamedTitle } from '#domain/parts/line-title.ts';
import { call } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { messageOf } from '#providers/http/result.ts';
import { getUser } from '#providers/session/session-store.ts';
import { useUpload, type AttachmentsProps } from '#providers/use-upload.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextArea } from '#storefront/ui/form/field.tsx';
import { FileButton } from '#storefront/ui/form/file-button.tsx';
import { SelectField } from '#storefront/ui/form/select-field.tsx';
import { useUnloadGuard } from '#storefront/ui/use-unload-guard.ts';
import { fileSizeText } from '#providers/files.ts';
import styles from './order-messages.module.css';

interface MessageFormProps {
  orderId: number;
  /** Parts to choose from as the message's subject. */
  items: readonly Pick<OrderItem, 'lineNo' | 'name' | 'materialName'>[];
  question?: OrderMessage;
  onSent: () => Promise<void>;
}

/** An unsent message. */
interface Draft {
  text: string;
  kind: 'note' | 'question';
  /** Empty: about the whole order. */
  lineNo: string;
  files: readonly UploadedFile[];
}

const EMPTY: Draft = { text: '', kind: 'note', lineNo: '', files: [] };

/** Unsent messages by user, order and question, so that leaving the page or losing the session loses nothing. In memory only. */
const unsentDrafts = new Map<string, Draft>();

const kinds = [
  { value: 'note', label: '留言' },
  { value: 'question', label: '提问' },
];

/** Writes a message, or the answer to a question. */
export function MessageForm({ orderId, items, question, onSent }: MessageFormProps) {
  const labelId = useId();
  const [draftKey] = useState(() => `${getUser()?.userId ?? 0} ${orderId} ${question?.id ?? 'new'}`);
  const [draft, setDraft] = useState(() => unsentDrafts.get(draftKey) ?? EMPTY);
  const { text, kind, lineNo, files } = draft;
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (changed: Partial<Draft>) => setDraft((current) => ({ ...current, ...changed }));
  const { percent, upload, failed, forget } = useUpload((file) =>
    setDraft((current) => ({ ...current, files: [...current.files, file] })),
  );
  useEffect(() => {
    if (text === '' && files.length === 0) unsentDrafts.delete(draftKey);
    else unsentDrafts.set(draftKey, { text, kind, lineNo, files });
  }, [draftKey, text, kind, lineNo, files]);
  const isUploading = percent !== undefined;
  useUnloadGuard(text.trim() !== '' || files.length > 0 || failed.length > 0 || isUploading);

  async function send(): Promise<void> {
    if (text.trim() === '') return setError(question ? '请输入答复' : '请输入消息');
    setBusy(true);
    try {
      const about = question
        ? ({ kind: 'answer', answersId: question.id } as const)
        : { kind, ...(lineNo === '' ? {} : { lineNo: Number(lineNo) }) };
      const fileIds = files.map(({ id }) => id);
      const result = await call(orderMessages.post, {
        params: { id: orderId },
        body: { ...about, text: text.trim(), ...(fileIds.length > 0 ? { fileIds } : {}) },
        quiet: true,
      });
      if (!result.ok && result.error !== 'message.answered') {
        return setError(Object.values(result.errors ?? {})[0] ?? result.msg);
      }
      if (!result.ok) notify({ type: 'warning', message: result.msg });
      change({ text: '', files: [] });
      setError(undefined);
      // The send button lost the focus when it was disabled.
      field.current?.focus();
      await onSent();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const parts = items.map((item) => ({
    value: String(item.lineNo),
    label: `${unnamedTitle(item.lineNo)} ${enteredName(item)}`.trimEnd(),
  }));
  return (
    <form className={styles.form} aria-labelledby={labelId} noValidate onSubmit={submit}>
      <h3 id={labelId}>{question ? '答复' : '写消息'}</h3>
      {!question && (
        <div className={styles.choices}>
          <SelectField
            label="类型"
            options={kinds}
            value={kind}
            onChange={({ target }) => change({ kind: target.value === 'question' ? 'question' : 'note' })}
          />
          {parts.length > 0 && (
            <SelectField
              label="关于"
              options={[{ value: '', label: '整个订单' }, ...parts]}
              value={lineNo}
              onChange={({ target }) => change({ lineNo: target.value })}
            />
          )}
        </div>
      )}
      <TextArea
        ref={field}
        label={question ? '您的答复' : '消息'}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        error={error}
        aria-keyshortcuts="Control+Enter"
        onChange={({ target }) => {
          change({ text: target.value });
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return;
          event.preventDefault();
          void send();
        }}
      />
      <MessageFiles
        files={files}
        failed={failed}
        isUploading={isUploading}
        onRemove={({ id }) => change({ files: files.filter((attached) => attached.id !== id) })}
        onRetry={upload}
        onForget={forget}
      />
      <div className={styles.buttons}>
        {files.length < MAX_MESSAGE_FILES && (
          <FileButton
            label={isUploading ? `正在上传 ${percent}%` : '添加附件'}
            accept={FILE_EXTENSIONS}
            isBusy={isUploading}
            onPick={(file) => void upload(file)}
          />
        )}
        <Button
          type="submit"
          variant={question ? 'primary' : 'secondary'}
          isBusy={isBusy}
          disabled={isUploading}
        >
          {question ? '发送答复' : '发送'}
        </Button>
      </div>
    </form>
  );
}

/** Attachments of an unsent message, including failed uploads. */
function MessageFiles({ files, failed, isUploading, onRemove, onRetry, onForget }: AttachmentsProps) {
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
