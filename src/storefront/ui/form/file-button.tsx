import { useRef } from 'react';
import { Button } from '../button.tsx';

interface FileButtonProps {
  label: string;
  /** Media types for the browser's file dialog. */
  accept: string;
  isBusy?: boolean;
  size?: 'small' | 'normal';
  onPick: (file: File) => void;
}

/** A button that opens the file dialog. The same file can be picked twice in a row. */
export function FileButton({ label, accept, isBusy, size, onPick }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isBusy={isBusy} size={size} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}
