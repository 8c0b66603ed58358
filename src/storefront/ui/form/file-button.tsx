import { useRef } from 'react';
import { Button } from '../button.tsx';
import { FileInput } from './file-input.tsx';

interface FileButtonProps {
  label: string;
  /** Media types or extensions for the file dialog. */
  accept: string;
  isBusy?: boolean;
  size?: 'small' | 'normal';
  onPick: (file: File) => void;
}

/** A button that opens the file dialog. */
export function FileButton({ label, accept, isBusy, size, onPick }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isBusy={isBusy} size={size} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FileInput
        ref={input}
        accept={accept}
        aria-label={label}
        onPick={([file]) => {
          if (file) onPick(file);
        }}
      />
    </>
  );
}
