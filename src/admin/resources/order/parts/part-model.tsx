import { Button } from 'antd';
import { useState } from 'react';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import { needsModelReview, models, type OrderModel } from '#contract/files/models.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { DELETED_MESSAGE, ALL_BODIES } from '#domain/models/model-check.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { uncheckedSentence } from '#geometry/checks/check-sentences.ts';
import { download } from '#providers/http/download.ts';
import { fileSizeText, loadModelThumbnail } from '#providers/files.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useStoredFile } from '../../../calls/use-stored-file.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { Tag } from '../../../field-types/tag.tsx';
import { usePermission } from '../../../session/use-permission.ts';
import { EarlierParts } from './earlier-parts.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import {
  areaText,
  differenceText,
  edgesText,
  modelStates,
  stateSentence,
  unitName,
  volumeText,
} from './model-texts.ts';
import { PartModelView } from './part-model-view.tsx';
import styles from './part-model.module.css';

interface Props {
  order: OrderWithExt;
  item: OrderItem;
  model: OrderModel;
  /** The same part in earlier orders of this customer. */
  earlier: readonly EarlierPart[];
  /** Called after a write, with a message if it conflicted with another user. */
  onChanged: (conflict?: string) => Promise<void>;
}

/** The element id, to scroll to it. */
export const partModelId = (lineNo: number) => `part-model-${lineNo}`;

/** The 3D model of a part: the submitted figures compared with the measured ones, and the findings. */
export function PartModel({ order, item, model, earlier, onChanged }: Props) {
  const sentence = stateSentence(model);
  const [isViewerOpen, setIsViewerOpen] = useState(false);
  const [finding, setFinding] = useState<string>();
  const holdFindings = model.findings.filter(({ severity }) => severity === 'hold');
  const advice = model.findings.filter(({ severity }) => severity === 'advice');
  const facts = model.findings.filter(({ severity }) => severity === 'fact').map(({ text }) => text);
  const canView = !model.isDeleted && model.measured !== null;
  const show = (text: string) => {
    setFinding(isViewerOpen && finding === text ? undefined : text);
    setIsViewerOpen(true);
  };
  const unchecked =
    model.measured === null
      ? ''
      : uncheckedSentence({
          format: model.format,
          isWhole: model.body === ALL_BODIES,
          isWallChecked: model.measured.isWallChecked,
        });
  return (
    <section
      id={partModelId(model.lineNo)}
      tabIndex={-1}
      className={styles.panel}
      data-open={needsModelReview(model)}
      aria-label={`零件 ${model.lineNo} 的三维模型`}
    >
      <header className={styles.head}>
        <ModelThumbnail model={model} />
        <div className={styles.file}>
          <p className={styles.name}>
            <ModelState model={model} />
            <span>{model.name}</span>
            <small>
              {model.format.toUpperCase()} · {fileSizeText(model.size)}
            </small>
          </p>
          <p className={styles.muted}>{bodyText(model)}</p>
        </div>
        <Actions order={order} model={model} onChanged={onChanged} />
      </header>
      {sentence === undefined ? null : <p className={styles.state}>{sentence}</p>}
      <Figures model={model} item={item} />
      {holdFindings.length + advice.length > 0 ? (
        <ul className={styles.findings} aria-label="加工提示">
          {[...holdFindings, ...advice].map(({ severity, text, help }) => (
            <li key={text} data-severity={severity}>
              {canView ? (
                <Button
                  type="text"
                  size="small"
                  title="在三维中查看"
                  aria-pressed={isViewerOpen && finding === text}
                  onClick={() => show(text)}
                >
                  {text}
                </Button>
              ) : (
                text
              )}
              {severity === 'hold' ? '，确认订单前请核对' : ''}
              {help === '' ? null : <small>{help}</small>}
            </li>
          ))}
        </ul>
      ) : null}
      {facts.length > 0 ? <p className={styles.muted}>{facts.join(' · ')}</p> : null}
      {unchecked === '' ? null : <p className={styles.muted}>{unchecked}</p>}
      {canView ? (
        <div>
          <Button size="small" aria-expanded={isViewerOpen} onClick={() => setIsViewerOpen(!isViewerOpen)}>
            {isViewerOpen ? '收起三维' : '查看三维'}
          </Button>
        </div>
      ) : null}
      {isViewerOpen ? <PartModelView model={model} materialTag={item.materialTag} finding={finding} /> : null}
      {earlier.length > 0 ? <EarlierParts item={item} earlier={earlier} /> : null}
      {model.acknowledged ? (
        <p>
          {model.acknowledged.userName} 于 {timeText(model.acknowledged.at)} 核对：{model.acknowledged.reason}
        </p>
      ) : null}
    </section>
  );
}

export function ModelState({ model }: { model: OrderModel }) {
  const { label, color } = modelStates[model.check];
  return (
    <>
      <Tag color={color}>{label}</Tag>
      {model.acknowledged && model.check !== 'equal' ? <Tag color="green">已核对</Tag> : null}
    </>
  );
}

const scaleTexts: Readonly<Record<OrderModel['scale'], string>> = {
  '1': '',
  '25.4': '，客户选了 ×25.4',
  '1/25.4': '，客户选了 ÷25.4',
};

function bodyText({ bodies, body, bodyName, unit, scale, status }: OrderModel): string {
  if (status !== 'measured') return '';
  const bodyChoice = body === ALL_BODIES ? '整体作为一个零件' : `这是第 ${body + 1} 种`;
  const bodyCount = bodies > 1 ? `文件里共 ${bodies} 个实体，${bodyChoice}` : '一个实体';
  const name = bodyName === '' ? '' : `“${bodyName}”`;
  const unitText = unit === null ? '文件没有单位，按毫米' : `文件单位 ${unitName(unit)}`;
  return `${bodyCount}${name} · ${unitText}${scaleTexts[scale]}`;
}

function Figures({ model: { sent, measured, check }, item }: { model: OrderModel; item: OrderItem }) {
  const quotedEdges = [item.length, item.width, item.height];
  return (
    <table className={styles.figures} aria-label="尺寸与体积">
      <thead>
        <tr>
          <th scope="col">来源</th>
          <th scope="col">外形（mm）</th>
          <th scope="col">体积</th>
          <th scope="col">表面积</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">客户提交</th>
          <td>{edgesText(sent.boxMm)}</td>
          <td>
            {volumeText(sent.volumeMm3)}
            {measured && check === 'different' ? (
              <small>（{differenceText(sent.volumeMm3, measured.volumeMm3)}）</small>
            ) : null}
          </td>
          <td>—</td>
        </tr>
        <tr data-different={check === 'different'}>
          <th scope="row">服务器测量</th>
          <td>{measured ? edgesText(measured.boxMm) : '—'}</td>
          <td>{measured ? volumeText(measured.volumeMm3) : '—'}</td>
          <td>{measured ? areaText(measured.areaMm2) : '—'}</td>
        </tr>
        <tr data-different={check === 'smaller'}>
          <th scope="row">报价尺寸</th>
          <td>{edgesText(quotedEdges)}</td>
          <td>—</td>
          <td>—</td>
        </tr>
      </tbody>
    </table>
  );
}

function Actions({ order, model, onChanged }: Omit<Props, 'item' | 'earlier'>) {
  const command = useCommand();
  const mayMeasure = usePermission(models.measure.permission);
  const mayAcknowledge = usePermission(models.acknowledge.permission);
  const { busy, whileBusy } = useBusy<'download' | 'measure'>();
  const [isAcknowledging, setIsAcknowledging] = useState(false);
  const { id, name } = model;

  const downloadFile = () => whileBusy('download', () => download(models.download, { params: { id } }));
  const measure = async () => {
    await whileBusy('measure', () => command(models.measure, { params: { id } }));
    // Refetched after any response: the model may have been deleted or measured in between.
    await onChanged();
  };

  return (
    <div className={styles.actions}>
      {model.isDeleted ? (
        <small className={styles.muted}>{DELETED_MESSAGE}，测量结果保留</small>
      ) : (
        <Button
          size="small"
          loading={busy === 'download'}
          aria-label={`下载 ${name}`}
          onClick={() => void downloadFile()}
        >
          下载
        </Button>
      )}
      {mayMeasure && !model.isDeleted ? (
        <Button
          size="small"
          loading={busy === 'measure'}
          disabled={model.status === 'waiting'}
          onClick={() => void measure()}
        >
          重新测量
        </Button>
      ) : null}
      {mayAcknowledge &&
      needsModelReview(model) &&
      (order.status === 'placed' || order.status === 'quoted') ? (
        <Button size="small" type="primary" onClick={() => setIsAcknowledging(true)}>
          核对…
        </Button>
      ) : null}
      {isAcknowledging ? (
        <AcknowledgeDialog
          order={order}
          model={model}
          onDone={async (conflict) => {
            setIsAcknowledging(false);
            await onChanged(conflict);
          }}
          onCancel={() => setIsAcknowledging(false)}
        />
      ) : null}
    </div>
  );
}

export function ModelThumbnail({ model, isInRow = false }: { model: OrderModel; isInRow?: boolean }) {
  const { id, body, measurings, hasThumbnail, status } = model;
  const { data } = useStoredFile(
    ['model', id, 'thumbnail', body, measurings],
    (signal) => loadModelThumbnail({ id, body }, signal),
    { enabled: hasThumbnail },
  );
  return (
    <span className={styles.thumbnail} data-row={isInRow}>
      {data === undefined ? null : <img src={data} alt="" />}
      {hasThumbnail ? null : <small>{status === 'waiting' ? '待测' : '无图'}</small>}
    </span>
  );
}
