import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { appConfigQuery, uploadsModelsEarly } from '#providers/app-config.ts';
import { Button } from '#storefront/ui/button.tsx';
import { fieldId } from '../../draft/field-focus.ts';
import { isMeasuredByServer, type PartModel } from '../../draft/part-model.ts';
import { measureAgain } from './measure-on-server.ts';
import { isOverdue, uploadPartFile, useUploadState, type UploadState } from './upload-states.ts';
import { focusRequestedRetry } from './retry-focus.ts';
import styles from '../model-panel.module.css';

interface ModelUploadProps {
  partKey: string;
  model: PartModel;
}

/** The upload state of a part's model, and what to do when the upload or the measuring fails. */
export function ModelUpload({ partKey, model }: ModelUploadProps) {
  const { kind, upload } = useUploadState(model);
  const uploadsEarly = uploadsModelsEarly(useQuery(appConfigQuery).data);
  const box = useRef<HTMLDivElement>(null);
  const buttonId = fieldId(partKey, 'model');
  const reasonId = useId();
  const isFailed = upload?.status === 'failed';
  useEffect(() => {
    if (isFailed) focusRequestedRetry(partKey, document.getElementById(buttonId));
  });
  async function retry() {
    if (upload?.status !== 'failed') return;
    // The button disappears during the upload.
    box.current?.focus();
    await uploadPartFile(model, kind, upload.blocksOrder);
    document.getElementById(buttonId)?.focus();
  }
  return (
    <div ref={box} tabIndex={-1} className={styles.sending}>
      {isFailed && (
        <p role="alert" className={styles.failure}>
          <span id={reasonId}>{failureText(upload, model)}</span>
          {upload.canRetry && (
            <Button id={buttonId} size="small" aria-describedby={reasonId} onClick={() => void retry()}>
              重试
            </Button>
          )}
        </p>
      )}
      <p role={upload ? 'status' : undefined} className={styles.private}>
        {statusText(model, upload, uploadsEarly)}
        ；查找曾下单的零件只发送体积、面积等几个数字。
      </p>
      {isMeasuredByServer({ modelFile: model }) && isOverdue(upload) && (
        <p role="alert" className={styles.failure}>
          服务器 10 分钟还没有量出这个模型。可以继续等待；也可以填写尺寸后请人工报价，文件会作为附件发给我们。
          <Button size="small" onClick={() => measureAgain(model)}>
            继续等待
          </Button>
        </p>
      )}
    </div>
  );
}

function failureText(
  { blocksOrder, canRetry, reason }: Extract<UploadState, { status: 'failed' }>,
  { fileName }: PartModel,
): string {
  const end = !blocksOrder
    ? '提交订单时会再次上传'
    : canRetry
      ? '重试只上传没有传完的文件，填写的内容都在'
      : '';
  const sentences = [
    blocksOrder ? `“${fileName}”没有上传成功，因此没有提交` : `“${fileName}”没有上传成功`,
    reason,
    end,
  ];
  return `${sentences.filter(Boolean).join('。')}。`;
}

const retentionText = '，没有用于报价单或订单的文件 7 天后自动删除';

function statusText(model: PartModel, upload: UploadState | undefined, uploadsEarly: boolean): string {
  const { ordered, failure } = model;
  const needsServer = isMeasuredByServer({ modelFile: model });
  if (upload?.status === 'sending') return '正在上传模型';
  if (needsServer && isOverdue(upload)) return `模型已上传，服务器还没有量出${retentionText}`;
  if (needsServer && upload?.status === 'sent') return `模型已上传，服务器正在测量${retentionText}`;
  if (needsServer && uploadsEarly) return `模型上传后由服务器测量${retentionText}`;
  if (needsServer) return '提交订单或保存报价时上传模型，由服务器测量';
  if (upload?.status === 'sent' && upload.id === ordered?.id)
    return '模型随原报价单或订单保存，不需要再次上传';
  if (upload?.status === 'sent') return `模型已上传${retentionText}`;
  if (uploadsEarly && failure === undefined) return `模型在本机读取，读取成功后随即上传${retentionText}`;
  return '模型只在本机读取，提交订单或保存报价时才上传';
}
