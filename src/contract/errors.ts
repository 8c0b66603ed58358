/** Every expected failure: `code` is the HTTP status and the envelope's `code`; `msg` is what the user reads. */
export const errors = {
  'request.invalid': { code: 400, msg: '提交的内容有误，请检查标出的字段' },
  'request.malformed': { code: 400, msg: '请求格式不正确' },
  'request.timeout': { code: 408, msg: '请求超时，请重试' },
  'request.too_large': { code: 413, msg: '提交的内容过大' },
  'request.media_type': { code: 415, msg: '只接受 JSON 格式的请求' },
  'request.header_too_large': { code: 431, msg: '请求头过大' },
  'request.method': { code: 405, msg: '不支持的请求方法' },
  'idempotency.missing': { code: 400, msg: '缺少 Idempotency-Key 请求头' },
  'idempotency.reused': { code: 422, msg: '同一个 Idempotency-Key 不能用于不同的内容' },
  'session.required': { code: 401, msg: '请先登录' },
  'session.expired': { code: 401, msg: '登录已失效，请重新登录' },
  'login.failed': { code: 400, msg: '用户名或密码错误' },
  'login.captcha': { code: 400, msg: '验证码错误或已过期' },
  'login.throttled': { code: 429, msg: '登录尝试过于频繁，请稍后再试' },
  'request.throttled': { code: 429, msg: '操作过于频繁，请稍后再试' },
  'permission.denied': { code: 403, msg: '对不起，您没有该接口访问权限，请联系管理员' },
  'password.must_change': { code: 403, msg: '首次登录请先修改密码' },
  'record.not_found': { code: 404, msg: '记录不存在或无权查看' },
  'route.not_found': { code: 404, msg: '接口不存在' },
  'record.changed': { code: 409, msg: '数据已被他人修改' },
  'record.in_use': { code: 409, msg: '记录正在使用，不能删除' },
  'record.duplicate': { code: 409, msg: '记录已存在' },
  'user.last_admin': { code: 409, msg: '至少要保留一个启用的系统管理员' },
  'price.conflict': { code: 409, msg: '部分价格已被他人修改' },
  'import.expired': { code: 409, msg: '导入预览已过期，请重新导入' },
  'import.unreadable': { code: 422, msg: '文件无法读取' },
  'order.price_changed': { code: 409, msg: '价格已更新，请确认新的价格' },
  'order.illegal_move': { code: 409, msg: '订单当前状态不允许此操作' },
  'order.reason_required': { code: 422, msg: '请填写原因' },
  'order.expired': { code: 409, msg: '报价已过期，请按最新价格重新报价' },
  'quote.invalid': { code: 422, msg: '报价内容有误，请检查标出的字段' },
  'server.busy': { code: 503, msg: '系统繁忙，请稍后再试' },
  'server.unavailable': { code: 503, msg: '服务暂时不可用，请稍后再试' },
  'server.stopping': { code: 503, msg: '服务正在重启，请稍后再试' },
  'storage.full': { code: 507, msg: '存储空间不足，请联系管理员' },
  'server.error': { code: 500, msg: '系统错误' },
} as const satisfies Record<string, { code: number; msg: string }>;

export type ErrorName = keyof typeof errors;

/** `{field path: what is wrong with it}`, in Chinese. */
export type FieldErrors = Record<string, string>;
