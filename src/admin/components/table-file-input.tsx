import type { Ref } from 'react';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media type of a chosen table; Excel saves Unicode text as .txt. */
export const typeOfTable = ({ name }: File): string => (/\.(csv|txt)$/i.test(name) ? 'text/csv' : XLSX);

interface Props {
  ref: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
}

/** Chooses an .xlsx, .csv or .txt file; a button opens it with `click`. */
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
        // Cleared, so that the same file can be chosen again.
        event.target.value = '';
        if (file) onChoose(file);
      }}
    />
  );
}
