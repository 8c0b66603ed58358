import type { OperationLog } from '#contract/system/logs.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { pageOf } from '../app/open-admin.test-data.tsx';

export const entry = (fields: Partial<OperationLog>): OperationLog => ({
  id: 1,
  title: '修改岗位',
  permission: 'admin:sysPost:edit',
  requestMethod: 'PUT',
  operUrl: '/api/v1/post/1',
  operName: '张工',
  operIp: '',
  userAgent: '',
  code: 200,
  msg: '',
  status: '1',
  requestId: '',
  latencyMs: 1,
  changes: null,
  operTime: '2026-11-18T04:00:00Z',
  createdAt: '2026-11-18T04:00:00Z',
  ...fields,
});
export const post = {
  postId: 1,
  postName: '焊工',
  postCode: 'w',
  sort: 1,
  status: 2,
  remark: '',
  version: 2,
};
export const answers = { 'GET /post': pageOf([]), 'GET /post/1': ok(post) };
