import { within } from '@testing-library/react';
import type { Answer, SentRequest } from '#providers/fake-server.test-data.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';

export const UPLOAD = 'POST /public/uploadFile';
export const uploads = { lastId: 100 };

/** The server's answer to an accepted upload. */
export function taken(name: string): Answer {
  uploads.lastId += 1;
  const file = {
    id: uploads.lastId,
    name,
    size: 3,
    type: 'application/pdf',
    path: '',
    full_path: '',
    hasThumbnail: false,
  };
  return { requestId: 'r', code: 200, msg: '上传成功', ...file, data: file };
}

export const nameOf = ({ body }: SentRequest) => ((body as FormData).get('file') as File).name;
export const file = (name: string, content = name) => new File([content], name);
export const card = () => within(partCard('零件 1'));

export async function openFiles(upload: (request: SentRequest) => Answer | Promise<Answer>, more = {}) {
  const view = await renderQuote({ server: { [UPLOAD]: upload, ...more } });
  await view.user.click(card().getByRole('button', { name: '添加图纸' }));
  const input = await card().findByLabelText('选择附件');
  const choose = (...chosen: File[]) => view.user.upload(input, chosen);
  return { ...view, choose };
}
