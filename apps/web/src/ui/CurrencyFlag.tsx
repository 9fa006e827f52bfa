import type { ReactNode } from 'react';

const hours = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const stars = hours.map((hour) => {
  const angle = (hour * Math.PI) / 6;
  return <circle key={hour} cx={16 + 8.5 * Math.sin(angle)} cy={16 - 8.5 * Math.cos(angle)} r="1.5" fill="#FFCC00" />;
});

/** Flags are the only place for raw colours. */
const flags: Record<string, ReactNode> = {
  GBP: (
    <>
      <path fill="#012169" d="M0 0h32v32H0z" />
      <path stroke="#fff" strokeWidth="6" d="M0 0l32 32M32 0L0 32" />
      <path stroke="#C8102E" strokeWidth="2.5" d="M0 0l32 32M32 0L0 32" />
      <path stroke="#fff" strokeWidth="10" d="M16 0v32M0 16h32" />
      <path stroke="#C8102E" strokeWidth="6" d="M16 0v32M0 16h32" />
    </>
  ),
  EUR: (
    <>
      <path fill="#003399" d="M0 0h32v32H0z" />
      {stars}
    </>
  ),
  THB: (
    <>
      <path fill="#A51931" d="M0 0h32v32H0z" />
      <path fill="#F4F5F8" d="M0 5.3h32v21.4H0z" />
      <path fill="#2D2A4A" d="M0 10.6h32v10.8H0z" />
    </>
  ),
  USD: (
    <>
      <path fill="#fff" d="M0 0h32v32H0z" />
      <path stroke="#B22234" strokeWidth="2.5" d="M0 1.2h32M0 6.1h32M0 11h32M0 16h32M0 20.9h32M0 25.8h32M0 30.7h32" />
      <path fill="#3C3B6E" d="M0 0h16v17.2H0z" />
    </>
  ),
  JPY: (
    <>
      <path fill="#fff" d="M0 0h32v32H0z" />
      <circle cx="16" cy="16" r="8.5" fill="#BC002D" />
    </>
  ),
};

export function CurrencyFlag({ code, size = 32 }: { code: string; size?: number }) {
  return (
    <span
      aria-hidden
      className="inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunken text-caption font-semibold text-text-muted ring-1 ring-line"
      style={{ width: size, height: size }}
    >
      {flags[code] ? (
        <svg aria-hidden viewBox="0 0 32 32" width={size} height={size}>
          {flags[code]}
        </svg>
      ) : (
        code.slice(0, 2)
      )}
    </span>
  );
}
