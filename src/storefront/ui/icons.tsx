const shapes = {
  up: 'M8 13V3.5M3.8 7.5 8 3.2l4.2 4.3',
  down: 'M8 3v9.5M3.8 8.5 8 12.8l4.2-4.3',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  remove: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  star: 'm8 2.2 1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z',
  chevron: 'm4 6 4 4 4-4',
  plus: 'M8 3v10M3 8h10',
} as const;

/** A line icon without accessible name; its parent element provides one. */
export function Icon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
