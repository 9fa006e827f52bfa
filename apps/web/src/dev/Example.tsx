import type { ReactNode } from 'react';

export const Example = ({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) => (
  <section className={`grid min-w-0 content-start gap-3 ${wide ? 'md:col-span-2' : ''}`}>
    <h2 className="text-small font-semibold text-text-muted">{title}</h2>
    {children}
  </section>
);
