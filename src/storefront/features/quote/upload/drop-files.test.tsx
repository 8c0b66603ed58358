import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectNotices, ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';

let lastId = 500;
const server = {
  'POST /quote/list': ({ body }: SentRequest) =>
    (body as File).name === '坏.xlsx'
      ? refusal(422, '文件已损坏，或不是 .xlsx 表格', 'import.unreadable')
      : ok('名称\t材料\t尺寸\t数量\n轴\tAL6061\t80×40×10\t5'),
  'POST /public/uploadFile': ({ body }: SentRequest) => {
    lastId += 1;
    const { name } = (body as FormData).get('file') as File;
    const file = {
      id: lastId,
      name,
      size: 3,
      type: 'application/pdf',
      path: '',
      full_path: '',
      hasThumbnail: false,
    };
    return { requestId: 'r', code: 200, msg: '上传成功', ...file, data: file };
  },
};

/** Drops files as a browser does. Returns whether the browser would open them instead of the page. */
function drop(target: Element, names: readonly string[]): boolean {
  const files = names.map((name) => new File([name], name));
  const dataTransfer = { files, types: ['Files'], dropEffect: 'copy' };
  fireEvent.dragOver(target, { dataTransfer });
  const event = createEvent.drop(target, { dataTransfer });
  fireEvent(target, event);
  return !event.defaultPrevented;
}

const titles = () =>
  screen
    .getAllByLabelText<HTMLInputElement>('零件名称')
    .map(({ value, placeholder }) => value || placeholder);

describe('dropped files', () => {
  test('outside the parts become parts, a model and its drawing together; the first fills the blank part', async () => {
    const { sent } = await renderQuote({ start: 'blank', server });
    expect(drop(document.body, ['bracket.step', 'bracket.pdf', '法兰.stp'])).toBe(false);
    await waitFor(() => expect(titles()).toEqual(['bracket', '法兰']));
    await within(partCard('bracket')).findByRole('button', { name: '移除 bracket.pdf' });
    // Without workers the model is not read, but everything else works.
    const model = await within(partCard('bracket')).findByRole('region', { name: '模型' });
    await within(model).findByRole('button', { name: '移除 bracket.step' });
    await within(model).findByText(/^读取程序没有启动/);
    await within(partCard('法兰')).findByRole('button', { name: '移除 法兰.stp' });
    expect(sent.filter(({ url }) => url.includes('uploadFile'))).toHaveLength(1);
    expect(within(partCard('法兰')).getByRole<HTMLInputElement>('radio', { name: /AL6061/ }).checked).toBe(
      true,
    );
  });

  test('on a part belong to that part', async () => {
    await renderQuote({ server });
    expect(drop(within(partCard('零件 1')).getByText('备注'), ['支架.pdf'])).toBe(false);
    await within(partCard('零件 1')).findByRole('button', { name: '移除 支架.pdf' });
    expect(titles()).toEqual(['零件 1']);
  });

  test('with a parts list become parts, and the list opens as if pasted; an unreadable list is reported', async () => {
    const notices = collectNotices();
    const { user } = await renderQuote({ start: 'blank', server });
    drop(document.body, ['法兰.stp', '清单.xlsx']);
    const dialog = within(await screen.findByRole('dialog', { name: '粘贴零件清单' }));
    await user.click(await dialog.findByRole('button', { name: '加入 1 个零件' }));
    await user.click(screen.getByRole('button', { name: '卡片' }));
    await waitFor(() => expect(titles()).toEqual(['法兰', '轴']));
    drop(document.body, ['坏.xlsx']);
    await waitFor(() =>
      expect(notices.map(({ message }) => message)).toContain(
        '“坏.xlsx”没有读出：文件已损坏，或不是 .xlsx 表格。也可以从表格复制后粘贴到“粘贴清单”',
      ),
    );
  });

  test('that are repeated offer a larger quantity or a separate part', async () => {
    const { user } = await renderQuote({ start: 'blank', server });
    drop(document.body, ['法兰.stp']);
    await waitFor(() => expect(titles()).toEqual(['法兰']));
    drop(document.body, ['法兰.stp']);
    const offer = within(await screen.findByRole('status', { name: '相同的模型' }));
    offer.getByText('“法兰.stp”和零件“法兰”的模型相同，没有另建零件');
    await user.click(offer.getByRole('button', { name: '数量加 1' }));
    await waitFor(() =>
      expect(within(partCard('法兰')).getByLabelText<HTMLInputElement>('数量').value).toBe('2'),
    );
    expect(screen.queryByRole('status', { name: '相同的模型' })).toBeNull();
    drop(document.body, ['法兰.stp']);
    await user.click(await screen.findByRole('button', { name: '另建零件' }));
    await waitFor(() => expect(titles()).toEqual(['法兰', '法兰']));
  });
});
