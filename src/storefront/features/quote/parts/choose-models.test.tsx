import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Toasts } from '#storefront/ui/layer/toast.tsx';
import { ChooseModels } from './choose-models.tsx';

// jsdom cannot choose folders.
beforeAll(() => {
  Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', {
    value: false,
    writable: true,
    configurable: true,
  });
});
afterAll(() => Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory'));

function fileAt(path: string): File {
  const file = new File(['a'], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

test('the models of a chosen folder are taken, and a notice counts the files left out', async () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  render(
    <>
      <ChooseModels isDisabled={false} hasFileButton onFiles={onFiles} />
      <Toasts />
    </>,
  );
  screen.getByRole('button', { name: '选择模型文件' });
  screen.getByRole('button', { name: '选择文件夹' });
  const folder = screen.getByLabelText<HTMLInputElement>('选择模型文件夹');
  expect(folder.hasAttribute('webkitdirectory')).toBe(true);
  await userEvent.upload(folder, ['件/b.step', '件/a.stl', '件/价格.xlsx'].map(fileAt));
  await screen.findByText('文件夹里有 1 个文件不是模型或图纸，没有加入：xlsx 1 个');
  expect(onFiles.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([['a.stl', 'b.step']]);
});

test('a folder without models adds nothing and says so; single files are taken as they are', async () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  render(
    <>
      <ChooseModels isDisabled={false} hasFileButton onFiles={onFiles} />
      <Toasts />
    </>,
  );
  await userEvent.upload(screen.getByLabelText('选择模型文件夹'), [fileAt('件/说明.txt')]);
  await screen.findByText('文件夹里没有模型或图纸，1 个文件没有加入：txt 1 个');
  expect(onFiles).not.toHaveBeenCalled();
  await userEvent.upload(screen.getByLabelText('选择模型或图纸'), [new File(['a'], '说明.txt')]);
  await waitFor(() => expect(onFiles).toHaveBeenCalledTimes(1));
});
