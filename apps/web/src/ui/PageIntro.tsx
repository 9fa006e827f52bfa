import type { ReactNode } from 'react';

export function PageIntro({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="min-w-60 max-w-[60ch] flex-1 text-text-muted">{children}</p>
      {action}
    </div>
  );
}
