import { API_BASE } from '#contract/kernel/endpoint.ts';
import { listEndpoints } from '#contract/endpoints.ts';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * The contract as one readable page without scripts: every call with its permission; /openapi.json has the details.
 */
export function renderReferencePage(version: string): string {
  const rows = listEndpoints().map(
    ({ name, endpoint }) =>
      `<tr><td><code>${endpoint.method}</code></td><td><code>${escape(API_BASE + endpoint.path)}</code></td>` +
      `<td>${escape(endpoint.summary)}</td><td><code>${escape(endpoint.permission)}</code></td><td>${escape(name)}</td></tr>`,
  );
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>智造报价 接口参考</title><style>
body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#1f2937;margin:32px;max-width:1100px}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e5e7eb;padding:6px 8px;text-align:left}h1{color:#15803d}
</style></head><body><h1>智造报价 接口参考</h1><p>版本 ${escape(version)} · <a href="/openapi.json">openapi.json</a></p>
<table><thead><tr><th>方法</th><th>地址</th><th>说明</th><th>权限</th><th>名称</th></tr></thead><tbody>${rows.join('')}</tbody></table></body></html>`;
}
