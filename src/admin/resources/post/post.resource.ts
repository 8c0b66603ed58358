import { posts, type Post, type PostInput } from '#contract/people/posts.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { onOff, recordTimes } from '../common-fields.ts';

export const post = defineResource<Post, PostInput>()({
  name: 'post',
  path: '/admin/sys-post',
  label: '岗位',
  permission: 'admin:sysPost',
  endpoints: posts,
  id: 'postId',
  title: 'postName',
  fields: {
    postId: { type: 'int', label: '编号', width: 90 },
    postName: { type: 'text', label: '岗位名称' },
    postCode: { type: 'text', label: '岗位编码' },
    sort: { type: 'int', label: '排序', initial: 0, hint: '小的排在前面' },
    status: onOff,
    remark: { type: 'longText', label: '备注' },
    ...recordTimes,
  },
  list: {
    columns: ['postId', 'postName', 'postCode', 'sort', 'status', 'remark', 'createdAt', 'updatedAt'],
    filters: ['postName', 'postCode', 'status'],
    hidden: ['remark', 'updatedAt'],
  },
  form: ['postName', 'postCode', 'sort', 'status', 'remark'],
  cloning: { renamed: ['postName'], cleared: ['postCode'] },
  removal: '删除后，用户资料中不再能选择这些岗位；仍有用户任职的岗位不能删除。',
});
