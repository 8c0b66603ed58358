import { Button, Input, Radio, Select, type GetRef } from 'antd';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type Dispatch,
  type SetStateAction,
  type SubmitEvent,
} from 'react';
import type { UploadedFile } from '#contract/files/files.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import {
  MAX_MESSAGE_FILES,
  MAX_MESSAGE_TEXT,
  orderMessages,
  QUICK_REPLY_DICT,
  type MessageAudience,
  type OrderMessage,
} from '#contract/orders/order-messages.ts';
import { enteredName, unnamedTitle } from '#domain/parts/line-title.ts';
import log from '#providers/message-log.module.css';
import { shorten } from '#providers/order-messages.ts';
import { messageOf } from '#providers/http/result.ts';
import { useUpload } from '#providers/use-upload.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useDictOptions } from '../../../field-types/dict-options.ts';
import { FieldError } from '../moves/note-input.tsx';
import order from '../order.module.css';
import styles from './order-messages.module.css';
import { FileInput, MessageFiles } from './message-files.tsx';

export interface MessageDraft {
  audience: MessageAudience;
  kind: 'note' | 'question';
  lineNo: number;
  text: string;
  files: readonly UploadedFile[];
  answering?: OrderMessage;
}

const WHOLE_ORDER = 0;

export const EMPTY_MESSAGE: MessageDraft = {
  audience: 'customer',
  kind: 'note',
  lineNo: WHOLE_ORDER,
  text: '',
  files: [],
};

/** Removes the question being answered, but keeps its audience, so that an internal text remains internal. */
export const withoutQuestion = (draft: MessageDraft): MessageDraft => ({
  ...draft,
  audience: draft.answering?.audience ?? draft.audience,
  answering: undefined,
});

interface Props {
  orderId: number;
  items: readonly Pick<OrderItem, 'lineNo' | 'name' | 'materialName'>[];
  draft: MessageDraft;
  onChange: Dispatch<SetStateAction<MessageDraft>>;
  onSent: () => Promise<void>;
}

/** Sends a note, a question or an answer to the customer or to colleagues; for colleagues the form has another colour. */
export function MessageForm({ orderId, items, draft, onChange, onSent }: Props) {
  const command = useCommand();
  const { kind, lineNo, text, files, answering } = draft;
  const change = (changed: Partial<MessageDraft>) => onChange((current) => ({ ...current, ...changed }));
  const changeFiles = (update: (files: MessageDraft['files']) => MessageDraft['files']) =>
    onChange((current) => ({ ...current, files: update(current.files) }));
  const id = useId();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  const { percent, upload, failed, forget } = useUpload((file) =>
    changeFiles((current) => [...current, file]),
  );
  const replies = useDictOptions(QUICK_REPLY_DICT) ?? [];
  const { setDirty } = useUnsavedGuard();
  const isUploading = percent !== undefined;
  const hasFiles = files.length + failed.length > 0;
  useEffect(() => setDirty(text.trim() !== '' || hasFiles || isUploading));
  const audience = answering?.audience ?? draft.audience;
  const isInternal = audience === 'staff';

  async function send() {
    if (text.trim() === '') return setError('请输入消息');
    setIsBusy(true);
    try {
      const about = answering
        ? ({ kind: 'answer', answersId: answering.id } as const)
        : { kind, ...(lineNo === WHOLE_ORDER ? {} : { lineNo }) };
      const fileIds = files.map((file) => file.id);
      const body = { ...about, audience, text: text.trim(), ...(fileIds.length > 0 ? { fileIds } : {}) };
      const result = await command(orderMessages.postAsShop, { params: { id: orderId }, body, quiet: true });
      if (!result.ok) {
        setError(Object.values(result.errors ?? {})[0] ?? result.msg);
        // Another user has already answered the question.
        if (result.error === 'message.answered') await onSent();
        return;
      }
      change({ text: '', files: [] });
      // The focused button was disabled while busy, which removed the focus.
      field.current?.focus();
      await onSent();
    } catch (error) {
      setError(messageOf(error));
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
        <p className={log.quoted}>
          答复：{shorten(answering.text)}{' '}
          <Button
            size="small"
            onClick={() => {
              onChange(withoutQuestion);
              field.current?.focus();
            }}
          >
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
            onChange={({ target }) => change({ audience: target.value as MessageAudience })}
          />
          <Radio.Group
            aria-label="类型"
            optionType="button"
            value={kind}
            options={[
              { value: 'note', label: '留言' },
              { value: 'question', label: '提问' },
            ]}
            onChange={({ target }) => change({ kind: target.value as 'note' | 'question' })}
          />
          <Select
            aria-label="关于"
            className={styles.part}
            value={lineNo}
            options={[
              { value: WHOLE_ORDER, label: '整个订单' },
              ...items.map((item) => ({
                value: item.lineNo,
                label: `${unnamedTitle(item.lineNo)} ${enteredName(item)}`.trimEnd(),
              })),
            ]}
            onChange={(chosen) => change({ lineNo: chosen })}
          />
        </div>
      )}
      {isInternal ? <p className={styles.internalHint}>内部消息只有员工能看到，不会发给客户。</p> : null}
      {!isInternal && !answering && kind === 'question' ? (
        <p className={order.muted}>客户答复之前，承诺日期（询价时为答复时限）自动顺延。</p>
      ) : null}
      <label htmlFor={`${id}-text`}>{isInternal ? '内部消息' : '消息'}</label>
      <Input.TextArea
        ref={field}
        id={`${id}-text`}
        rows={3}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        status={error === undefined ? '' : 'error'}
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
      <FieldError text={error} />
      <MessageFiles
        files={files}
        failed={failed}
        isUploading={isUploading}
        onRemove={(file) => changeFiles((current) => current.filter((other) => other !== file))}
        onRetry={upload}
        onForget={forget}
      />
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
            change({
              text: [text.trimEnd(), reply].filter(Boolean).join('\n').slice(0, MAX_MESSAGE_TEXT),
            });
            setError(undefined);
          }}
        />
        {files.length < MAX_MESSAGE_FILES ? <FileInput percent={percent} onPick={upload} /> : null}
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={isUploading}
          className={isInternal ? styles.internalSend : undefined}
        >
          {isInternal ? '发送内部消息' : answering ? '发送答复' : '发送给客户'}
        </Button>
      </div>
    </form>
  );
}
