import { promiseStartLabels } from '#domain/delivery/waiting-days.ts';
import { uploadTimeLabels } from '#domain/models/upload-time.ts';
import { contactRuleLabels } from '#domain/orders/contact.ts';
import { settingNames } from '#contract/system/setting-names.ts';
import { checkNames } from '#geometry/checks/check-sentences.ts';
import { MODEL_FORMATS } from '#geometry/model-reading.ts';
import {
  choice,
  days,
  decimal,
  limit,
  onOff,
  optionalDecimal,
  picture,
  text,
  wholeNumber,
  words,
  type Setting,
} from './setting-kinds.ts';

/** Working weeks by their number of days, from Monday on. */
const workWeeks = { '5': '周一至周五', '6': '周一至周六', '7': '周一至周日' } as const;

/** Ends the remark of a limit that may differ by material tag. */
const BY_TAG = '；可按材料分类另设，如 1, 工程塑料=2';

/** An input of the machine-time estimate, for charges that count it. */
const timeRate = (key: Parameters<typeof limit>[0], remark: string): Setting<string> => ({
  ...limit(key, { remark }),
  group: '机时估算',
  isPublic: false,
});

/** Every business setting by its key. */
export const settings = {
  'site.name': text('text', (value) => value.trim() || undefined, {
    group: '站点',
    initial: '智造报价',
    isPublic: true,
    remark: '显示在页面标题与报价单上',
  }),
  'site.feedbackUrl': text('url', (value) => (/^(https?:\/\/\S+)?$/.test(value) ? value : undefined), {
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '留空则不显示反馈按钮；须以 https:// 或 http:// 开头',
  }),
  'site.intro': text('text', (value) => value.trim(), {
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页：能加工什么；留空则不显示',
  }),
  'site.materials': text('text', (value) => value.trim(), {
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页；留空则不显示',
  }),
  'site.example': text('text', (value) => value.trim(), {
    group: '站点',
    initial: '',
    isPublic: true,
    remark: '显示在登录页；价格变动后请一并修改，留空则不显示',
  }),
  'site.url': text('url', (value) => (/^(https?:\/\/[^\s/]+)?$/.test(value) ? value : undefined), {
    group: '站点',
    initial: '',
    remark:
      '印在报价单二维码里的地址，例如 https://quote.example.com，不带路径：系统不能放在网站的子路径下；留空则用服务器自己的地址',
  }),
  'company.name': text('text', (value) => value.trim(), {
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上、显示在报价页的公司全称；留空则用系统名称',
  }),
  'company.address': text('text', (value) => value.trim(), {
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上，也显示在报价页',
  }),
  'company.phone': text('text', (value) => value.trim(), {
    group: '报价单',
    initial: '',
    isPublic: true,
    remark: '印在报价单上，也显示在报价页',
  }),
  'company.invoiceTitle': text('text', (value) => (value.trim().length <= 100 ? value.trim() : undefined), {
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上，最多 100 个字符；已签发的不变，留空则不印',
  }),
  'company.taxNumber': text('text', (value) => /^([0-9A-Z]{15,20})?$/.exec(value.trim().toUpperCase())?.[0], {
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上，15 至 20 位数字或字母；已签发的不变，留空则不印',
  }),
  'company.bank': text('text', (value) => (value.trim().length <= 100 ? value.trim() : undefined), {
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上，最多 100 个字符；已签发的不变，留空则不印',
  }),
  'company.bankAccount': text('text', (value) => /^(\d[\d -]{4,38}\d)?$/.exec(value.trim())?.[0], {
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上，6 至 40 位数字，可用空格分组；已签发的不变，留空则不印',
  }),
  'company.seal': picture({
    group: '报价单',
    initial: '',
    remark: '印在新签发的报价单上；已签发的不变。图样不是 CA 数字签名',
  }),
  'quote.taxNote': text('text', (value) => value.trim(), {
    group: '报价单',
    initial: '以上价格含 13% 增值税',
    isPublic: true,
    remark: '印在合计下方，也显示在报价页；留空则不显示',
  }),
  'quote.terms': text('longText', (value) => value.trim(), {
    group: '报价单',
    initial:
      '本报价单按客户提供的规格与所选工艺计算；交期自提交订单之日起按工作日计算，图纸不全的自补齐之日起算；质量异议请在收货后 7 日内提出',
    remark: '印在报价单末尾，每行一条，也可用分号隔开',
  }),
  'quote.validDays': wholeNumber(1, 365, {
    group: '报价',
    initial: '15',
    isPublic: true,
    remark: '过期的报价须重新报价后才能下单',
  }),
  'quote.perHour': wholeNumber(0, 100_000, {
    group: '报价',
    initial: '300',
    remark: '每位客户一小时内最多生成的报价与订单，修改报价也算一份；0 表示不限，员工不受限制',
  }),
  'quote.cutOffHour': wholeNumber(0, 24, {
    group: '报价',
    initial: '18',
    isPublic: true,
    remark: '此时之后的订单从下一个工作日起算交期；24 表示不截单',
  }),
  'quote.promiseStart': choice(promiseStartLabels, {
    group: '报价',
    initial: 'placing',
    remark:
      '向客户提问后：按“下单”只顺延等待答复的工作日；按“最后一次答复”，投产前得到答复时从答复起重新计算交期，不早于前者',
  }),
  'quote.workWeek': choice(workWeeks, {
    group: '报价',
    initial: '5',
    isPublic: true,
    remark: '交期和答复时限按这些日子计算，另加节假日和调休上班日',
  }),
  'quote.holidays': days({
    group: '报价',
    initial: '2026-12-31, 2027-01-01',
    isPublic: true,
    remark: '不发货的日期，形如 2027-01-01，用逗号、顿号、空格或换行分隔',
  }),
  'quote.workdays': days({
    group: '报价',
    initial: '',
    isPublic: true,
    remark: '照常发货的休息日，形如 2027-01-02，用逗号、顿号、空格或换行分隔',
  }),
  'quote.replyHours': wholeNumber(1, 400, {
    group: '报价',
    initial: '8',
    remark: '客户提交询价后，承诺在这么多工作小时内答复；只计工作日的上下班时间',
  }),
  'quote.openHour': wholeNumber(0, 23, {
    group: '报价',
    initial: '9',
    remark: '用于计算询价的答复时限',
  }),
  'quote.closeHour': wholeNumber(1, 24, {
    group: '报价',
    initial: '18',
    remark: '用于计算询价的答复时限；不晚于上班时间表示工作日全天答复',
  }),
  'quote.minMargin': optionalDecimal(0, 100, {
    group: '报价',
    initial: '',
    remark:
      '0 到 100 的数字，如 25；已知毛利率低于它的人工报价须由有审批权限的员工批准后才发送；留空则不检查，成本未知的报价不受限制',
  }),
  'order.contact': choice(contactRuleLabels, {
    group: '报价',
    initial: 'phone',
    isPublic: true,
    remark: '客户在网站提交订单时必须填写；保存报价时不要求',
  }),
  'stock.plateAllowance': decimal(0, 50, {
    group: '毛坯',
    initial: '1.5',
    remark: '下料尺寸 = 零件外形各边加两倍余量；只用于毛坯、材料利用率与重量的说明，不影响价格',
  }),
  'stock.flatBarAllowance': decimal(0, 50, {
    group: '毛坯',
    initial: '1',
    remark: '同上，用于扁条',
  }),
  'stock.squareBarAllowance': decimal(0, 50, {
    group: '毛坯',
    initial: '1',
    remark: '同上，用于方棒',
  }),
  'stock.roundBarAllowance': decimal(0, 50, {
    group: '毛坯',
    initial: '1',
    remark: '同上，用于圆棒的外圆与两端',
  }),
  'model.formats': words(MODEL_FORMATS, {
    group: '三维模型',
    initial: MODEL_FORMATS.join(', '),
    isPublic: true,
    remark: `可填 ${MODEL_FORMATS.join('、')}，用逗号或空格分隔`,
  }),
  'model.maxMb': wholeNumber(1, 50, {
    group: '三维模型',
    initial: '50',
    isPublic: true,
    remark: '更大的文件不能上传',
  }),
  'model.uploadTime': choice(uploadTimeLabels, {
    group: '三维模型',
    initial: 'order',
    isPublic: true,
    remark:
      '下单时上传：模型在客户的浏览器里读取和报价，提交订单或保存报价时才上传；选择后立即上传：读取成功后在后台上传，下单更快，报价页的说明随之改变，没有用于报价单或订单的文件 7 天后自动删除',
  }),
  'model.maxSolids': wholeNumber(1, 200, {
    group: '三维模型',
    initial: '200',
    isPublic: true,
    remark: '实体更多的文件不读取，由人工报价',
  }),
  'model.maxTriangles': wholeNumber(1, 100, {
    group: '三维模型',
    initial: '100',
    isPublic: true,
    remark: '三角面更多的网格不读取，由人工报价',
  }),
  'model.mills': limit('model.mills', {
    remark:
      '长×宽×高，多台用逗号分隔，零件放得进任意一台即可；可按材料分类另设，如 1000×500×500, 600×400×300, 塑料=800×400×400',
  }),
  'model.lathes': limit('model.lathes', {
    remark:
      '直径×长度，多台用逗号分隔；留空表示不车削；可按材料分类另设，如 300×600, 工程塑料=200×400，不车削的分类填“无”，如 工程塑料=无',
  }),
  'model.usualEdge': limit('model.usualEdge', {
    remark:
      '最小–最大；最长边在此之外、按英寸换算后在其中时提示单位可疑；可按材料分类另设，如 5–2000, 塑料=5–1000',
  }),
  'model.thinWall': limit('model.thinWall', {
    remark: `更薄时提示${BY_TAG}`,
  }),
  'model.holeRatio': limit('model.holeRatio', {
    remark: `超过时提示加工较慢${BY_TAG}`,
  }),
  'model.holeRatioLimit': limit('model.holeRatioLimit', {
    remark: `超过时提示需要专用刀具${BY_TAG}`,
  }),
  'model.pocketRatio': limit('model.pocketRatio', {
    remark: `超过时提示${BY_TAG}`,
  }),
  'model.pocketWidth': limit('model.pocketWidth', {
    remark: `更窄时提示${BY_TAG}`,
  }),
  'model.innerRadius': limit('model.innerRadius', {
    remark: `更小时提示${BY_TAG}`,
  }),
  'model.smallestEdge': limit('model.smallestEdge', {
    remark: `最长边更短时提示难以装夹${BY_TAG}`,
  }),
  'model.setups': limit('model.setups', {
    remark: `估计更多时提示${BY_TAG}`,
  }),
  'model.drawingWords': limit('model.drawingWords', {
    remark: '所选工艺或选项的名称里有这些字样而零件没有图纸时提示；选“无”的工艺除外，留空表示不提示',
  }),
  'model.holds': limit('model.holds', {
    remark: `其余只作提示，文件没有读全的总是由人核对。可填 ${Object.values(checkNames).join('、')}`,
  }),
  'model.keepDays': wholeNumber(0, 3650, {
    group: '三维模型',
    initial: '0',
    remark:
      '上传或最后一次用于订单后多少天删除文件，未完成的订单与有效的报价除外，测量结果保留；0 表示不删除',
  }),
  'time.setup': timeRate(
    'time.setup',
    `一个零件的每次装夹准备，与数量无关${BY_TAG}。机时用于按机时或装夹收取的附加费，校准前误差约 ±25%`,
  ),
  'time.milling': timeRate('time.milling', `铣削件粗加工每分钟去除的体积${BY_TAG}`),
  'time.turning': timeRate('time.turning', `车削件粗加工每分钟去除的体积${BY_TAG}`),
  'time.finishing': timeRate('time.finishing', `每平方分米表面${BY_TAG}`),
  'time.hole': timeRate('time.hole', `每件的每个孔${BY_TAG}`),
  'time.toolChange': timeRate('time.toolChange', `每件按粗、精加工各一把刀，每种孔径另加一把${BY_TAG}`),
  'registration.enabled': onOff({
    group: '登录',
    initial: 'off',
    isPublic: true,
    remark: '开启后访客可在登录页注册客户账号，注册后即可报价与下单',
  }),
  'login.secondFactor': choice(
    { off: '可选', staff: '员工必须启用' },
    {
      group: '登录',
      initial: 'off',
      remark: '登录时在密码之外再输入手机验证器上的验证码；必须启用而尚未启用的人员登录后只能先完成设置',
    },
  ),
  'session.staffIdleHours': wholeNumber(1, 720, {
    group: '登录',
    initial: '8',
    remark: '员工多久不操作后须重新登录',
  }),
  'session.staffDays': wholeNumber(1, 365, {
    group: '登录',
    initial: '7',
    remark: '员工登录后最长多久须重新登录',
  }),
  'session.customerIdleHours': wholeNumber(1, 8760, {
    group: '登录',
    initial: '168',
    remark: '客户多久不操作后须重新登录',
  }),
  'session.customerDays': wholeNumber(1, 365, {
    group: '登录',
    initial: '30',
    remark: '客户登录后最长多久须重新登录',
  }),
  'wire.statusMirrorsCode': onOff({
    group: '接口',
    initial: 'on',
    remark: '关闭后失败的接口应答也以 HTTP 200 返回，结果只看 code；供不读取失败应答正文的旧客户端使用',
  }),
  'log.retentionDays': wholeNumber(7, 3650, {
    group: '日志',
    initial: '180',
    remark: '更早的登录日志与操作日志每天自动清理',
  }),
} as const satisfies Record<keyof typeof settingNames, Setting<unknown>>;

export type SettingKey = keyof typeof settings;
export type Settings = { [K in SettingKey]: (typeof settings)[K] extends Setting<infer T> ? T : never };

/** The definition of a key with its name; undefined for a parameter that is not a setting of the product. */
export function definitionOf(key: string): (Setting<unknown> & { name: string }) | undefined {
  if (!Object.hasOwn(settings, key)) return undefined;
  const settingKey = key as SettingKey;
  return { ...settings[settingKey], name: settingNames[settingKey] };
}
