import { readDay, splitDays } from '#domain/delivery/day-list.ts';
import { uploadTimes } from '#domain/models/upload-time.ts';
import { contactRules } from '#domain/orders/contact.ts';
import type { TypedSetting } from '#contract/settings.ts';
import { checkNames } from '#geometry/check-sentences.ts';
import { MODEL_FORMATS } from '#geometry/model-reading.ts';
import { isLimitText, limitTexts, type LimitKey } from '#geometry/shop-limits.ts';

/** A business setting, stored in 参数设置, with the default for a missing or invalid value. */
export interface Setting<T> extends Pick<TypedSetting, 'group' | 'kind' | 'min' | 'max' | 'options'> {
  name: string;
  initial: string;
  /** Readable without a session. */
  isPublic: boolean;
  remark: string;
  /** Undefined for text that is not a valid value. */
  read: (text: string) => T | undefined;
}

type Described = Pick<Setting<unknown>, 'name' | 'group' | 'initial' | 'remark'> & { isPublic?: boolean };

function whole(min: number, max: number, described: Described): Setting<number> {
  const read = (text: string) => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined;
  };
  return { isPublic: false, ...described, kind: 'whole', min, max, read };
}

/** A number with at most two decimals. */
function decimal(min: number, max: number, described: Described): Setting<number> {
  const read = (text: string) => {
    const value = Number(text);
    return /^\d{1,6}(\.\d{1,2})?$/.test(text) && value >= min && value <= max ? value : undefined;
  };
  return { isPublic: false, ...described, kind: 'decimal', min, max, read };
}

function days(described: Described): Setting<string[]> {
  const read = (text: string) => {
    const list = splitDays(text);
    // A date that does not exist (February 30th) would break every quotation's shipping date.
    return list.every((day) => readDay(day) === day) ? list : undefined;
  };
  return { isPublic: false, ...described, kind: 'days', read };
}

function text(kind: 'text' | 'url', read: (text: string) => string | undefined, described: Described) {
  return { isPublic: false, ...described, kind, read } satisfies Setting<string>;
}

/** Some of these words, separated by commas or spaces. */
function words<const W extends string>(allowed: readonly W[], described: Described): Setting<readonly W[]> {
  const isAllowed = (word: string): word is W => allowed.some((one) => one === word);
  const read = (value: string) => {
    const list = value
      .toLowerCase()
      .split(/[\s,，、]+/)
      .filter(Boolean);
    return list.length > 0 && list.every(isAllowed) ? list : undefined;
  };
  return { isPublic: false, ...described, kind: 'text', read };
}

/** A limit of models; `shopLimits` reads all of them. */
function limit(key: LimitKey, described: Pick<Described, 'name' | 'remark'>): Setting<string> {
  return text('text', (value) => (isLimitText(key, value) ? value : undefined), {
    ...described,
    group: '三维模型',
    initial: limitTexts[key],
    isPublic: true,
  });
}

const BY_TAG = '；可按材料类别另设，如 1, plastic=2';

function onOff(described: Described): Setting<boolean> {
  const read = (value: string) => (value === 'on' || value === 'off' ? value === 'on' : undefined);
  return { isPublic: false, ...described, kind: 'switch', read };
}

/** A value among the keys of `options`, each with its label. */
function choice<const K extends string>(options: Record<K, string>, described: Described): Setting<K> {
  const isKey = (value: string): value is K => Object.hasOwn(options, value);
  const read = (value: string) => (isKey(value) ? value : undefined);
  return { isPublic: false, ...described, kind: 'choice', options, read };
}

/** The hash of a stored picture, or empty. */
function picture(described: Described): Setting<string> {
  const read = (value: string) => (/^([0-9a-f]{64})?$/.test(value) ? value : undefined);
  return { isPublic: false, ...described, kind: 'picture', read };
}

/** Every business setting by its key. */
export const settings = {
  'site.name': text('text', (value) => value.trim() || undefined, {
    name: '系统名称',
    group: '站点',
    initial: '智造报价',
    isPublic: true,
    remark: '显示在页面标题与报价单上',
  }),
  'site.feedbackUrl': text('url', (value) => (/^(https?:\/\/\S+)?$/.test(value) ? value : undefined), {
    name: '反馈地址',
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '留空则不显示反馈按钮；须以 https:// 或 http:// 开头',
  }),
  'site.intro': text('text', (value) => value.trim(), {
    name: '业务介绍',
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页：能加工什么；留空则不显示',
  }),
  'site.materials': text('text', (value) => value.trim(), {
    name: '材料介绍',
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页；留空则不显示',
  }),
  'site.example': text('text', (value) => value.trim(), {
    name: '示例价格',
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页；价格变动后请一并修改，留空则不显示',
  }),
  'site.url': text('url', (value) => (/^(https?:\/\/[^\s/]+)?$/.test(value) ? value : undefined), {
    name: '网站地址',
    group: '站点',
    initial: '',
    remark: '印在报价单二维码里的地址，例如 https://quote.example.com；留空则用服务器自己的地址',
  }),
  'company.name': text('text', (value) => value.trim(), {
    name: '报价单位',
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上、显示在报价页的公司全称；留空则用系统名称',
  }),
  'company.address': text('text', (value) => value.trim(), {
    name: '单位地址',
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上，也显示在报价页',
  }),
  'company.phone': text('text', (value) => value.trim(), {
    name: '联系电话',
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上，也显示在报价页',
  }),
  'company.seal': picture({
    name: '单位印章',
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上；已签发的不变。图样不是 CA 数字签名',
  }),
  'quote.taxNote': text('text', (value) => value.trim(), {
    name: '税费说明',
    group: '报价单',
    initial: '以上价格含 13% 增值税',
    isPublic: true,
    remark: '印在合计下方，也显示在报价页；留空则不显示',
  }),
  'quote.terms': text('text', (value) => value.trim(), {
    name: '报价条款',
    group: '报价单',
    initial:
      '本报价单按客户提供的规格与所选工艺计算；交期自提交订单之日起按工作日计算，图纸不全的自补齐之日起算；质量异议请在收货后 7 日内提出',
    remark: '印在报价单末尾，各条以分号隔开',
  }),
  'quote.validDays': whole(1, 365, {
    name: '报价有效天数',
    group: '报价',
    initial: '15',
    remark: '过期的报价须重新报价后才能下单',
  }),
  'quote.perHour': whole(0, 100_000, {
    name: '每小时报价上限（份）',
    group: '报价',
    initial: '300',
    remark: '每位客户一小时内最多生成的报价与订单，修改报价也算一份；0 表示不限，员工不受限制',
  }),
  'quote.cutOffHour': whole(0, 24, {
    name: '当日截单时间（时）',
    group: '报价',
    initial: '18',
    isPublic: true,
    remark: '此时之后的订单从下一个工作日起算交期；24 表示不截单',
  }),
  'quote.holidays': days({
    name: '节假日',
    group: '报价',
    initial: '2026-12-31, 2027-01-01',
    isPublic: true,
    remark: '不发货的日期，形如 2027-01-01，用逗号、顿号、空格或换行分隔',
  }),
  'quote.workdays': days({
    name: '调休上班日',
    group: '报价',
    initial: '',
    isPublic: true,
    remark: '照常发货的周末日期，形如 2027-01-02，用逗号、顿号、空格或换行分隔',
  }),
  'quote.replyHours': whole(1, 400, {
    name: '询价答复时限（工作小时）',
    group: '报价',
    initial: '8',
    remark: '客户提交询价后，承诺在这么多工作小时内答复；只计工作日的上下班时间',
  }),
  'quote.openHour': whole(0, 23, {
    name: '上班时间（时）',
    group: '报价',
    initial: '9',
    remark: '用于计算询价的答复时限',
  }),
  'quote.closeHour': whole(1, 24, {
    name: '下班时间（时）',
    group: '报价',
    initial: '18',
    remark: '用于计算询价的答复时限；不晚于上班时间表示工作日全天答复',
  }),
  'order.contact': choice(contactRules, {
    name: '下单必填的联系信息',
    group: '报价',
    initial: 'phone',
    isPublic: true,
    remark: '客户在网站提交订单时必须填写；保存报价时不要求',
  }),
  'stock.plateAllowance': decimal(0, 50, {
    name: '板材单边余量（mm）',
    group: '毛坯',
    initial: '1.5',
    remark: '下料尺寸 = 零件外形各边加两倍余量；只用于毛坯、材料利用率与重量的说明，不影响价格',
  }),
  'stock.flatBarAllowance': decimal(0, 50, {
    name: '扁条单边余量（mm）',
    group: '毛坯',
    initial: '1',
    remark: '同上，用于扁条',
  }),
  'stock.squareBarAllowance': decimal(0, 50, {
    name: '方棒单边余量（mm）',
    group: '毛坯',
    initial: '1',
    remark: '同上，用于方棒',
  }),
  'stock.roundBarAllowance': decimal(0, 50, {
    name: '圆棒单边余量（mm）',
    group: '毛坯',
    initial: '1',
    remark: '同上，用于圆棒的外圆与两端',
  }),
  'model.formats': words(MODEL_FORMATS, {
    name: '接受的模型格式',
    group: '三维模型',
    initial: MODEL_FORMATS.join(', '),
    isPublic: true,
    remark: `可填 ${MODEL_FORMATS.join('、')}，用逗号或空格分隔`,
  }),
  'model.maxMb': whole(1, 50, {
    name: '模型文件上限（MB）',
    group: '三维模型',
    initial: '50',
    isPublic: true,
    remark: '更大的文件不能上传',
  }),
  'model.uploadTime': choice(uploadTimes, {
    name: '上传时机',
    group: '三维模型',
    initial: 'order',
    isPublic: true,
    remark:
      '下单时上传：模型在客户的浏览器里读取和报价，提交订单或保存报价时才上传；选择后立即上传：读取成功后在后台上传，下单更快，报价页的说明随之改变，没有用于报价单或订单的文件 7 天后自动删除',
  }),
  'model.maxSolids': whole(1, 200, {
    name: '实体数上限',
    group: '三维模型',
    initial: '200',
    isPublic: true,
    remark: '实体更多的文件不读取，由人工报价',
  }),
  'model.maxTriangles': whole(1, 100, {
    name: '三角面上限（万）',
    group: '三维模型',
    initial: '100',
    isPublic: true,
    remark: '三角面更多的网格不读取，由人工报价',
  }),
  'model.mills': limit('model.mills', {
    name: '铣床行程（mm）',
    remark: '长×宽×高，多台用逗号分隔，如 1000×500×500, 600×400×300；零件放得进任意一台即可',
  }),
  'model.lathes': limit('model.lathes', {
    name: '车床行程（mm）',
    remark: '直径×长度，多台用逗号分隔；留空表示不车削',
  }),
  'model.thinWall': limit('model.thinWall', { name: '最小壁厚（mm）', remark: `更薄时提示${BY_TAG}` }),
  'model.holeRatio': limit('model.holeRatio', {
    name: '深孔：深径比',
    remark: `超过时提示加工较慢${BY_TAG}`,
  }),
  'model.holeRatioLimit': limit('model.holeRatioLimit', {
    name: '超深孔：深径比',
    remark: `超过时提示需要专用刀具${BY_TAG}`,
  }),
  'model.pocketRatio': limit('model.pocketRatio', { name: '深腔：深宽比', remark: `超过时提示${BY_TAG}` }),
  'model.pocketWidth': limit('model.pocketWidth', { name: '最窄槽宽（mm）', remark: `更窄时提示${BY_TAG}` }),
  'model.innerRadius': limit('model.innerRadius', {
    name: '最小内圆角（mm）',
    remark: `更小时提示${BY_TAG}`,
  }),
  'model.smallestEdge': limit('model.smallestEdge', {
    name: '最小零件（mm）',
    remark: `最长边更短时提示难以装夹${BY_TAG}`,
  }),
  'model.setups': limit('model.setups', { name: '装夹次数', remark: `估计更多时提示${BY_TAG}` }),
  'model.drawingWords': limit('model.drawingWords', {
    name: '需要图纸的工艺',
    remark: '所选工艺或选项的名称里有这些字样而零件没有图纸时提示；选“无”的工艺除外，留空表示不提示',
  }),
  'model.holds': limit('model.holds', {
    name: '须人工确认的提示',
    remark: `其余只作提示。可填 ${Object.values(checkNames).join('、')}`,
  }),
  'model.keepDays': whole(0, 3650, {
    name: '模型保留天数',
    group: '三维模型',
    initial: '0',
    remark:
      '上传或最后一次用于订单后多少天删除文件，未完成的订单与有效的报价除外，测量结果保留；0 表示不删除',
  }),
  'registration.enabled': onOff({
    name: '开放自助注册',
    group: '登录',
    initial: 'off',
    isPublic: true,
    remark: '开启后访客可在登录页注册客户账号，注册后即可报价与下单',
  }),
  'login.secondFactor': choice(
    { off: '可选', staff: '员工必须启用' },
    {
      name: '双重验证',
      group: '登录',
      initial: 'off',
      remark: '登录时在密码之外再输入手机验证器上的验证码；必须启用而尚未启用的人员登录后只能先完成设置',
    },
  ),
  'session.staffIdleHours': whole(1, 720, {
    name: '员工空闲登出（小时）',
    group: '登录',
    initial: '8',
    remark: '员工多久不操作后须重新登录',
  }),
  'session.staffDays': whole(1, 365, {
    name: '员工登录有效期（天）',
    group: '登录',
    initial: '7',
    remark: '员工登录后最长多久须重新登录',
  }),
  'session.customerIdleHours': whole(1, 8760, {
    name: '客户空闲登出（小时）',
    group: '登录',
    initial: '168',
    remark: '客户多久不操作后须重新登录',
  }),
  'session.customerDays': whole(1, 365, {
    name: '客户登录有效期（天）',
    group: '登录',
    initial: '30',
    remark: '客户登录后最长多久须重新登录',
  }),
  'wire.statusMirrorsCode': onOff({
    name: 'HTTP 状态码与 code 一致',
    group: '接口',
    initial: 'on',
    remark: '关闭后失败的接口应答也以 HTTP 200 返回，结果只看 code；供不读取失败应答正文的旧客户端使用',
  }),
  'log.retentionDays': whole(7, 3650, {
    name: '日志保留天数',
    group: '日志',
    initial: '180',
    remark: '更早的登录日志与操作日志每天自动清理',
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type Settings = { [K in SettingKey]: (typeof settings)[K] extends Setting<infer T> ? T : never };

/** The definition of a key; undefined for a parameter that is not a setting of the product. */
export function definitionOf(key: string): Setting<unknown> | undefined {
  return Object.hasOwn(settings, key) ? settings[key as SettingKey] : undefined;
}
