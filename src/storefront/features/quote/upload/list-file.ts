import { quotes } from '#contract/orders/quotes.ts';
import { call } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import { messageOf } from '#providers/http/result.ts';

/** Whether a file is a table, which is read as a list of parts. */
export const isListFile = ({ name }: File): boolean => /\.(?:xlsx|xlsm|xls|et|csv|tsv)$/i.test(name);

/** Reads the first of the files as tab-separated text, like copied cells. If it cannot, warns and resolves with undefined. */
export async function readListFile([file, ...others]: readonly File[]): Promise<string | undefined> {
  if (!file) return undefined;
  const { maxBytes } = quotes.readList;
  const result =
    file.size > maxBytes
      ? { ok: false as const, msg: `文件超过 ${maxBytes / 1024 ** 2} MB，请只保留零件清单，删去图片后再加入` }
      : await send(file);
  if (!result.ok) {
    const message = `“${file.name}”没有读出：${result.msg}。也可以从表格复制后粘贴到“粘贴清单”`;
    notify({ type: 'warning', message, key: 'list-file' });
    return undefined;
  }
  const ignored = others.map(({ name }) => `“${name}”`).join('、');
  if (ignored)
    notify({ type: 'info', message: `一次读取一份清单，${ignored}请随后再加入`, key: 'list-file' });
  return result.data;
}

async function send(file: File) {
  const type = /\.[ct]sv$/i.test(file.name)
    ? 'text/csv'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  try {
    return await call(quotes.readList, { body: file, headers: { 'Content-Type': type }, quiet: true });
  } catch (error) {
    return { ok: false as const, msg: messageOf(error) };
  }
}
