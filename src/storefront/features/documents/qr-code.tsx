import { renderSVG } from 'uqr';

interface Props {
  text: string;
  className?: string | undefined;
}

/** A text as a QR code, sharp at any size. */
export function QrCode({ text, className }: Props) {
  const svg = renderSVG(text, { ecc: 'M', border: 1 });
  return (
    <img
      className={className}
      alt={`二维码：${text}`}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
    />
  );
}
