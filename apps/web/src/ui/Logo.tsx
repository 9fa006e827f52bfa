export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden className="shrink-0">
    <rect width="36" height="36" rx="10" className="fill-brand" />
    <g fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
      <path d="M6.5 21.5C12 20.6 15.4 16.4 18 10.5c2.6 5.9 6 10.1 11.5 11" className="stroke-on-brand" />
      <path d="M11.5 27c2.4-1.3 4.5-1.3 6.5-.2s4.2 1.2 6.5-.1" className="stroke-accent" />
    </g>
  </svg>
);
