import { afterAll, expect, test } from 'vitest';
import { startLogs } from './logs.test-data.ts';

const { app } = await startLogs();
afterAll(() => app.close());

test('an export has the filtered list, with formulas escaped', async () => {
  const exported = await app.http.inject({
    url: '/api/v1/sys-login-log/export?format=csv&ipaddr=10.7.7.7',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  expect(exported.payload).toContain("失败,用户名或密码错误,10.7.7.7,'=cmd|calc");
  expect(exported.payload.trim().split('\r\n')).toHaveLength(2);
});

test('the exported operation log has labels and codes', async () => {
  const exported = await app.http.inject({
    url: '/api/v1/sys-opera-log/export?format=csv&title=岗位&requestMethod=DELETE',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  const [heads = '', row] = exported.payload.trim().split('\r\n');
  expect(heads).toContain('操作内容,方式,方式代码,权限,权限标识,接口,结果,代码,说明');
  expect(row).toContain('删除岗位,删除,DELETE,删除岗位,admin:sysPost:remove,/api/v1/post,失败,404,');
});
