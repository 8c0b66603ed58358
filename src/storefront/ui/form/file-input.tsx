import type { InputHTMLAttributes, Ref } from 'react';

interface FileInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'multiple' | 'aria-label'
> {
  ref: Ref<HTMLInputElement>;
  /** Selects a folder with all its files. */
  isFolder?: boolean;
  onPick: (files: readonly File[]) => void;
}

/** A hidden input whose click opens the file dialog. The same files can be picked twice in a row. */
export function FileInput({ isFolder = false, onPick, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      // React's types lack this attribute.
      {...(isFolder && { webkitdirectory: '' })}
      type="file"
      hidden
      onChange={({ target }) => {
        const picked = [...(target.files ?? [])];
        target.value = '';
        onPick(picked);
      }}
    />
  );
}
