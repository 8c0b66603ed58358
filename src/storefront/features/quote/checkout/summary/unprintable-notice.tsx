import { useQuery } from '@tanstack/react-query';
import { documents } from '#contract/orders/documents.ts';
import { characterName, uncommonCharacters } from '#domain/documents/common-characters.ts';
import { fetchData } from '#providers/http/http.ts';
import { useDebounced } from '#providers/use-debounced.ts';
import type { Contact } from '../contact-storage.ts';
import type { OrderLine } from '../order-to-place.ts';
import styles from '../confirm-dialog.module.css';

/** Within the server's limit for one request. */
const MAX_CHARACTERS = 1_000;
const PAUSE_MS = 400;

/** Lists the characters that the quotation's PDF prints as 〓, and where they were typed. */
export function UnprintableCharactersNotice({
  lines,
  contact,
}: {
  lines: readonly OrderLine[];
  contact: Contact;
}) {
  const { contactName, contactPhone, address, remark } = contact;
  const fields: [name: string, text: string][] = [
    ...lines.map((line): [string, string] => [`零件“${line.title}”`, line.title + line.remark]),
    ['联系人', contactName + contactPhone],
    ['地址', address],
    ['备注', remark],
  ];
  const uncommon = Array.from(uncommonCharacters(fields.map(([, text]) => text).join('')))
    .slice(0, MAX_CHARACTERS)
    .join('');
  const checkedText = useDebounced(uncommon, PAUSE_MS);
  const { data = '' } = useQuery({
    queryKey: ['unprintable', checkedText],
    queryFn: ({ signal }) =>
      fetchData(documents.unprintable, { body: { text: checkedText }, signal, quiet: true }),
    enabled: checkedText !== '',
    staleTime: Infinity,
    retry: false,
  });
  const missing = new Set(data);
  const problems = fields.flatMap(([name, text]) => {
    const unprintable = [...new Set(text)].filter((character) => missing.has(character));
    return unprintable.length === 0 ? [] : [`${name}的 ${unprintable.map(characterName).join('、')}`];
  });
  return (
    <p role="status" className={problems.length > 0 ? styles.unknown : undefined}>
      {problems.length > 0 &&
        `报价单的 PDF 印不出这些字符，会以“〓”代替：${problems.join('；')}。可以返回修改，换一种写法，也可以照常提交。`}
    </p>
  );
}
