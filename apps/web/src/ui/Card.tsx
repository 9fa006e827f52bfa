import type { ReactNode } from 'react';

type Props = { children: ReactNode; title?: ReactNode; action?: ReactNode; className?: string; flush?: boolean };

export const Card = ({ children, title, action, className = '', flush = false }: Props) => (
  <section className={`rounded-card border border-line bg-surface ${flush ? 'overflow-hidden' : 'p-5'} ${className}`}>
    {title && (
      <div className={`flex items-center justify-between gap-3 ${flush ? 'p-5' : 'mb-3'}`}>
        <h2 className="text-h2 font-bold">{title}</h2>
        {action}
      </div>
    )}
    {children}
  </section>
);
