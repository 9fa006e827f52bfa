import { renderSVG } from 'uqr';

/** Dark on white in both themes: cameras read it so. */
export const LinkQrCode = ({ link, label, className }: { link: string; label: string; className: string }) => (
  <img
    alt={label}
    className={className}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 0 }))}`}
  />
);
