import type { Ref } from 'react';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Treats .txt as CSV, because Excel saves Unicode text with that extension. */
export const tableMediaType = ({ name }: File): string => (/\.(csv|txt)$/i.test(name) ? 'text/csv' : XLSX);

interface Props {
  ref: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
}

/** A hidden file input for .xlsx, .csv and .txt files; a button opens it with `click`. */
export function TableFileInput({ ref, onChoose }: Props) {
  return (
    <input
      ref={ref}
      hidden
      type="file"
      accept=".xlsx,.csv,.txt"
      aria-label="导入文件"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Allows choosing the same file again.
        event.target.value = '';
        if (file) onChoose(file);
      }}
    />
  );
}
