import type { ShopLimits } from '#geometry/checks/shop-limits.ts';
import type { ModelFailure } from '#geometry/worker/worker-report.ts';

const byHand = '也可以手工填写尺寸，文件会随订单发给我们。';
/** For failures of the browser, not of the file. */
const byServer = '模型改由我们的服务器测量，量出之前价格待核对；请先填写尺寸和数量。';
/** For files that the server refuses too. */
const withoutFile = '也可以移除文件，手工填写尺寸。';

const failureSentences: Readonly<Record<ModelFailure, string>> = {
  empty: '文件是空的。请重新导出后再拖入。',
  'too-large': `文件太大，这里不读取。请导出单个零件，${withoutFile}`,
  'unknown-format': `不认识这种文件。请导出 STEP、IGES、STL、OBJ 或 3MF，${withoutFile}`,
  'wrong-extension': '文件内容与扩展名不符。请按实际格式改名，或重新导出。',
  compressed: `文件是压缩过的（如 .stpZ），这里不解压。请解压后拖入，或重新导出未压缩的 STEP，${withoutFile}`,
  encrypted: `文件已加密或设了密码，这里打不开。请解除加密后重新导出，${withoutFile}`,
  'external-references': `装配引用了其他文件，这个文件里的零件不全。请把整个装配导出为一个 STEP 文件，${byHand}`,
  damaged: `文件已损坏或不完整。请重新导出后再拖入，${withoutFile}`,
  'cut-off': `文件不完整：结尾被截断，多半是没有下载或复制完。请重新取得或导出整个文件后再拖入，${withoutFile}`,
  'no-body': '文件里没有实体。请导出实体模型，而不是草图或空文件。',
  'tessellated-only': `文件里只有三角面片，没有精确曲面。请重新导出为带实体的 STEP（AP214 或 AP242），${byHand}`,
  'not-finite': '模型的坐标或体积不是有效的数字。请检查模型后重新导出。',
  'too-many-solids': '文件里的实体太多。请拆成几个文件分别拖入。',
  'too-many-triangles': '三角面太多。请降低网格精度，或导出 STEP。',
  'inflates-too-much': '压缩包解开后太大，这里不读取。请导出单个零件。',
  'forbidden-markup': '文件里有不允许的内容（外部引用或自定义实体）。请重新导出。',
  'out-of-memory': `模型太复杂，浏览器的内存不够。${byServer}`,
  'out-of-time': `20 秒内没有读完：模型可能太复杂，或者电脑正忙。${byServer}`,
  'kernel-missing': `读取程序没有启动：请检查网络，或换用较新的浏览器再试。${byServer}`,
  cancelled: `已取消读取。${byServer}`,
  'format-refused': `我们不接受这种格式的模型。${byHand}`,
  unmeasured: '服务器也没有量出这个模型。请手工填写尺寸，文件会作为附件随订单发给我们。',
  deleted: '模型文件已按保留期限删除，提交时不再附带；尺寸是原来的，不变。需要按模型加工请重新选择模型文件。',
  'file-gone': '模型文件已不在这台电脑的浏览器里。请重新拖入。',
};

/** Why a model has no measures, and what the customer can do. */
export function failureSentence(failure: ModelFailure, { formats, reading }: ShopLimits): string {
  const bounds: Partial<Record<ModelFailure, string>> = {
    'too-large': `上限 ${reading.maxBytes / 1024 ** 2} MB。`,
    'too-many-solids': `上限 ${reading.maxSolids} 个。`,
    'too-many-triangles': `上限 ${reading.maxTriangles / 10_000} 万个。`,
    'format-refused': `可用的格式：${formats.map((format) => format.toUpperCase()).join('、')}。`,
  };
  return (failureSentences[failure] ?? failureSentences.damaged) + (bounds[failure] ?? '');
}
