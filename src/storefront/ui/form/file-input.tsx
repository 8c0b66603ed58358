import type { InputHTMLAttributes, Ref } from 'react';

interface FileInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'multiple' | 'aria-label'
> {
  ref: Ref<HTMLInputElement>;
  /** Takes all files of a folder. */
  isFolder?: boolean;
  onPick: (files: readonly File[]) => void;
}

/** The hidden field whose click opens the file dialog. The same files can be picked twice in a row. */
export function FileInput({ isFolder = false, onPick, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      // The types of React do not know the attribute.
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
