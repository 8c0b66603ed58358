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
    postName: { type: 'text' },
    postCode: { type: 'text' },
    sort: { type: 'int', initial: 0, hint: '小的排在前面' },
    status: onOff,
    remark: { type: 'longText' },
    ...recordTimes,
  },
  list: {
    filters: ['postName', 'postCode', 'status'],
    hidden: ['remark', 'updatedAt'],
  },
  cloning: { renamed: ['postName'], cleared: ['postCode'] },
  removalEffect: '删除后，用户资料中不再能选择这些岗位；仍有用户任职的岗位不能删除。',
});
