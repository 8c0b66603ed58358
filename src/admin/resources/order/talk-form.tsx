import { Button, Input, Radio, Select } from 'antd';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { FILE_EXTENSIONS, type UploadedFile } from '#contract/files.ts';
import type { OrderItem } from '#contract/order-data.ts';
import {
  MAX_MESSAGE_FILES,
  MAX_MESSAGE_TEXT,
  orderMessages,
  QUICK_REPLY_DICT,
  type MessageAudience,
  type OrderMessage,
} from '#contract/order-messages.ts';
import { fileSizeText } from '#providers/files.ts';
import { call } from '#providers/http.ts';
import { briefly } from '#providers/order-messages.ts';
import { messageOf } from '#providers/result.ts';
import { useUpload } from '#providers/use-upload.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { useDictOptions } from '../../field-types/dict-options.ts';
import order from './order.module.css';
import styles from './order-talk.module.css';

interface Props {
  orderId: number;
  /** The parts that the message may be about. */
  items: readonly Pick<OrderItem, 'lineNo' | 'name'>[];
  /** The question that it answers. */
  answering: OrderMessage | undefined;
  onAnswerNothing: () => void;
  onSent: () => Promise<void>;
}

const WHOLE_ORDER = 0;

/** Writes to the customer or, visibly apart, to colleagues: a note, a question or the answer to one. */
export function TalkForm({ orderId, items, answering, onAnswerNothing, onSent }: Props) {
  const id = useId();
  const [chosen, setAudience] = useState<MessageAudience>('customer');
  const [kind, setKind] = useState<'note' | 'question'>('note');
  const [lineNo, setLineNo] = useState(WHOLE_ORDER);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { percent, upload } = useUpload((file) => setFiles((held) => [...held, file]));
  const replies = useDictOptions(QUICK_REPLY_DICT) ?? [];
  const { setDirty } = useUnsavedGuard();
  useEffect(() => setDirty(text.trim() !== '' || files.length > 0));
  const audience = answering?.audience ?? chosen;
  const isInternal = audience === 'staff';

  async function send() {
    if (text.trim() === '') return setFault('请输入消息');
    setIsBusy(true);
    try {
      const about = answering
        ? ({ kind: 'answer', answersId: answering.id } as const)
        : { kind, ...(lineNo === WHOLE_ORDER ? {} : { lineNo }) };
      const fileIds = files.map((file) => file.id);
      const body = { ...about, audience, text: text.trim(), ...(fileIds.length > 0 ? { fileIds } : {}) };
      const result = await call(orderMessages.postAsShop, { params: { id: orderId }, body, quiet: true });
      if (!result.ok) {
        setFault(Object.values(result.errors ?? {})[0] ?? result.msg);
        // Somebody was faster: the question is no longer open.
        if (result.error === 'message.answered') await onSent();
        return;
      }
      setText('');
      setFiles([]);
      await onSent();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void send();
  }

  return (
    <form className={styles.form} data-internal={isInternal} aria-label="发送消息" onSubmit={submit}>
      {answering ? (
        <p className={styles.quoted}>
          答复：{briefly(answering.text)}{' '}
          <Button size="small" onClick={onAnswerNothing}>
            不答复
          </Button>
        </p>
      ) : (
        <div className={styles.choices}>
          <Radio.Group
            aria-label="发给谁"
            optionType="button"
            value={audience}
            options={[
              { value: 'customer', label: '发给客户' },
              { value: 'staff', label: '内部' },
            ]}
            onChange={({ target }) => setAudience(target.value as MessageAudience)}
          />
          <Radio.Group
            aria-label="类型"
            optionType="button"
            value={kind}
            options={[
              { value: 'note', label: '留言' },
              { value: 'question', label: '提问' },
            ]}
            onChange={({ target }) => setKind(target.value as 'note' | 'question')}
          />
          <Select
            aria-label="关于"
            className={styles.part}
            value={lineNo}
            options={[
              { value: WHOLE_ORDER, label: '整个订单' },
              ...items.map((item) => ({
                value: item.lineNo,
                label: `零件 ${item.lineNo} ${item.name}`.trimEnd(),
              })),
            ]}
            onChange={setLineNo}
          />
        </div>
      )}
      {isInternal ? <p className={styles.internalHint}>内部消息只有员工能看到，不会发给客户。</p> : null}
      {!isInternal && !answering && kind === 'question' ? (
        <p className={order.muted}>客户答复之前，承诺日期（询价时为答复时限）自动顺延。</p>
      ) : null}
      <label htmlFor={`${id}-text`}>{isInternal ? '内部消息' : '消息'}</label>
      <Input.TextArea
        id={`${id}-text`}
        rows={3}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        status={fault === undefined ? '' : 'error'}
        aria-keyshortcuts="Control+Enter"
        onChange={({ target }) => {
          setText(target.value);
          setFault(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return;
          event.preventDefault();
          void send();
        }}
      />
      {fault === undefined ? null : (
        <p className={order.fault} role="alert">
          {fault}
        </p>
      )}
      {files.length > 0 ? (
        <ul className={order.files} aria-label="要发送的附件">
          {files.map((file) => (
            <li key={file.id}>
              <span className={order.fileName}>{file.name}</span>
              <small className={order.muted}>{fileSizeText(file.size)}</small>
              <Button
                size="small"
                aria-label={`移除 ${file.name}`}
                onClick={() => setFiles((held) => held.filter((one) => one.id !== file.id))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.buttons}>
        <Select
          aria-label="快捷回复"
          className={styles.replies}
          placeholder="快捷回复"
          value={null}
          options={replies.map(({ label }) => ({ value: label, label, title: label }))}
          notFoundContent="字典“快捷回复”中没有句子"
          onChange={(reply: string | null) => {
            if (reply === null) return;
            setText((typed) =>
              [typed.trimEnd(), reply].filter(Boolean).join('\n').slice(0, MAX_MESSAGE_TEXT),
            );
            setFault(undefined);
          }}
        />
        {files.length < MAX_MESSAGE_FILES ? <FileInput percent={percent} onPick={upload} /> : null}
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={percent !== undefined}
          className={isInternal ? styles.internalSend : undefined}
        >
          {isInternal ? '发送内部消息' : answering ? '发送答复' : '发送给客户'}
        </Button>
      </div>
    </form>
  );
}

function FileInput({
  percent,
  onPick,
}: {
  percent: number | undefined;
  onPick: (file: File) => Promise<void>;
}) {
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
          // Cleared, so that the same file can be chosen again.
          target.value = '';
          if (file) void onPick(file);
        }}
      />
    </>
  );
}
