import { useRef } from 'react';
import { FileInput } from '#storefront/ui/form/file-input.tsx';
import styles from './start-choices.module.css';

interface StartChoicesProps {
  onFiles: (files: readonly File[]) => void;
  onPaste: () => void;
  onType: () => void;
}

/** Three ways to begin a quotation. */
export function StartChoices({ onFiles, onPaste, onType }: StartChoicesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="group" aria-label="开始报价" className={styles.choices}>
      <button type="button" onClick={() => input.current?.click()}>
        <strong>选择模型或图纸</strong>
        <small>可以多选，也可以拖到页面任意处</small>
      </button>
      <button type="button" onClick={onPaste}>
        <strong>粘贴零件清单</strong>
        <small>从电子表格复制，或拖入 .xlsx、.csv</small>
      </button>
      <button type="button" onClick={onType}>
        <strong>手工填写</strong>
        <small>材料和工艺已按默认选好</small>
      </button>
      <FileInput ref={input} multiple aria-label="选择模型或图纸" onPick={onFiles} />
    </div>
  );
}
