import { useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';

/**
 * Copies text to the clipboard. If the browser refuses, a notice asks to copy it by hand.
 * @param label the text's name in the notice
 */
export function useCopy(label: string) {
  /** The last copied text. */
  const [copiedText, setCopiedText] = useState('');
  /** For the input that shows the text: where the clipboard API is missing, the text is selected and copied there. */
  const field = useRef<HTMLInputElement>(null);
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text, field.current)) setCopiedText(text);
    else notify({ type: 'warning', message: `浏览器不允许复制，请手动选择${label}复制` });
  };
  return { field, copiedText, copy };
}

async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    // Available only over https and on localhost.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!field) return false;
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way over plain http in a local network
    return document.execCommand('copy');
  }
}
