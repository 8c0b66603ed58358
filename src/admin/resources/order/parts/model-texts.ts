import type { OrderModel } from '#contract/files/models.ts';
import { DELETED_MESSAGE, isRescaled } from '#domain/models/model-check.ts';
import type { ReadingFailure } from '#geometry/model-reading.ts';
import { unitNames } from '#geometry/units.ts';
import type { EnumOption } from '../../../field-types/field.ts';

export const modelStates: Readonly<Record<OrderModel['check'], EnumOption>> = {
  waiting: { label: '模型测量中', color: 'blue' },
  equal: { label: '模型一致', color: 'green' },
  different: { label: '模型不一致', color: 'red' },
  smaller: { label: '模型不一致', color: 'red' },
  rescaled: { label: '模型单位待核对', color: 'orange' },
  unmeasured: { label: '模型需人工核对', color: 'orange' },
};

/** By `model_file.failure`. */
const failures: Readonly<Record<string, string>> = {
  empty: '文件是空的',
  'too-large': '文件太大',
  'unknown-format': '不认识这种文件',
  'wrong-extension': '文件内容与扩展名不符',
  encrypted: '文件已加密或设了密码',
  compressed: '文件是压缩过的',
  'external-references': '装配引用了其他文件，文件里的零件不全',
  damaged: '文件已损坏或不完整',
  'cut-off': '文件不完整，结尾被截断',
  'no-body': '文件里没有实体',
  'tessellated-only': '文件里只有三角面片，没有精确曲面',
  'not-finite': '坐标或体积不是有效的数字',
  'too-many-solids': '实体太多',
  'too-many-triangles': '三角面太多',
  'inflates-too-much': '压缩包解开后太大',
  'forbidden-markup': '文件里有不允许的内容（外部引用或自定义实体）',
  'out-of-memory': '模型太复杂，内存不够',
  'out-of-time': '模型太复杂，没有在限时内量完',
  crashed: '测量程序意外退出',
  abandoned: '测量多次中断',
} satisfies Record<ReadingFailure | 'crashed' | 'abandoned', string>;

/** Explains the state of a part's model; undefined if the figures agree. */
export function stateSentence(model: OrderModel): string | undefined {
  const sentences = [checkSentence(model), unitSentence(model)].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join('；');
}

/** Explains a scale that differs from the unit of the file. */
const unitSentence = ({ scale, unit }: OrderModel): string | undefined =>
  unit !== null && isRescaled({ scale, unit })
    ? `客户按 ${scale === '25.4' ? '×25.4' : '÷25.4'} 读取，文件注明单位为${unitName(unit)}`
    : undefined;

export const unitName = (unit: string): string =>
  (unitNames as Readonly<Record<string, string>>)[unit] ?? unit;

function checkSentence(model: OrderModel): string | undefined {
  switch (model.check) {
    case 'equal':
    case 'rescaled':
      return undefined;
    case 'waiting':
      return model.isDeleted ? `${DELETED_MESSAGE}，无法测量` : '服务器正在测量，量完后自动更新';
    case 'different':
      return '客户提交的数字与服务器量得的不同';
    case 'smaller':
      return '报价所用的尺寸装不下这个模型';
    case 'unmeasured':
      return `服务器没有量出这个零件：${measuringFailureText(model)}`;
  }
}

/** Why a model could not be measured, as a phrase. */
export function measuringFailureText({
  status,
  failure,
  isDeleted,
  bodies,
}: Pick<OrderModel, 'status' | 'failure' | 'isDeleted'> & { bodies: number }): string {
  if (failure !== null) return failures[failure] ?? failure;
  if (status === 'measured') return bodies === 0 ? '文件里没有实体' : '曲面没有封闭，或文件里没有这个实体';
  return isDeleted ? DELETED_MESSAGE : '原因未知';
}

const withSeparators = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

/** `60 × 40 × 8`, in mm to 0.001, longest first. */
export const edgesText = (edges: readonly number[]): string =>
  edges
    .toSorted((a, b) => b - a)
    .map((edge) => String(Number(edge.toFixed(3))))
    .join(' × ');

/** In mm³, small ones to 0.01. */
export const volumeText = (mm3: number): string => `${withSeparators(mm3, mm3 < 1000 ? 2 : 0)} mm³`;

/** In mm². */
export const areaText = (mm2: number): string => `${withSeparators(mm2, mm2 < 1000 ? 2 : 0)} mm²`;

/** `+6.3%`: how far the submitted figure is from the measured one. */
export function differenceText(submitted: number, measured: number): string {
  const percent = (submitted / measured - 1) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(Math.abs(percent) < 1 ? 2 : 1)}%`;
}
