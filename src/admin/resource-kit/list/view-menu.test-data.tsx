import { fireEvent, screen } from '@testing-library/react';
import type { ListView } from '#contract/system/list-views.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';
import { post } from '../../resources/post/post.resource.ts';
import { sampleRecord } from '../samples.test-data.ts';

export const OLD_KEY = 'quotemill.admin.views.1.post';
export const COPY_KEY = 'quotemill.admin.list-views.1';
export const columnKeys = ['quotemill.admin.columns.post', 'quotemill.admin.column-order.post'];

export const viewOf = (name: string, search = 'status=1'): ListView => ({
  name,
  search,
  hidden: null,
  order: [],
});

/** Opens the list of a user with these views on the server. */
export function openList(search = '', views: ListView[] = [], initial: string | null = null) {
  const sets: Record<string, unknown> = views.length > 0 ? { post: { views, initial } } : {};
  const page = openAdmin(`/admin/sys-post${search}`, {
    answers: {
      'GET /post': pageOf([sampleRecord(post, 1)]),
      'GET /user/views': () => ok(sets),
      'PUT /user/views/post': ({ body }) => {
        sets['post'] = body;
        return ok(null, '更新成功');
      },
    },
  });
  return { ...page, saved: () => page.sentTo('PUT /user/views/post').at(-1)?.body };
}
export const openMenu = async (name = '视图') => fireEvent.click(await screen.findByRole('button', { name }));
